package wire_test

import (
	"testing"

	"github.com/ikgen/ikgen/runtime/wire"
)

const benchDoc = `{"number":"AB123456","total":129.9,"qty":3,"status":"shipped","tags":["gift","late"],` +
	`"next":{"number":"CD000000","total":1e2},"note":"left at the door"}`

func BenchmarkDecode(b *testing.B) {
	doc := []byte(benchDoc)
	b.ReportAllocs()
	b.SetBytes(int64(len(doc)))
	for b.Loop() {
		d := wire.NewDecoder(doc)
		var v order
		v.DecodeWire(&d)
		if err := d.Err("Order"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCheck(b *testing.B) {
	v := order{Number: "AB123456", Total: 129.9, Qty: 3, Status: "shipped", Tags: []string{"gift", "late"}}
	b.ReportAllocs()
	for b.Loop() {
		var c wire.Checker
		v.CheckWire(&c)
		if err := c.Err("Order"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRefuse(b *testing.B) {
	doc := []byte(`{"Number":"AB123456","total":"129.9","qty":0,"status":"lost","tags":[],"next":{}}`)
	b.ReportAllocs()
	for b.Loop() {
		d := wire.NewDecoder(doc)
		var v order
		v.DecodeWire(&d)
		if d.Err("Order") == nil {
			b.Fatal("accepted")
		}
	}
}
