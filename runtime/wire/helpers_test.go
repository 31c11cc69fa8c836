package wire_test

import (
	"strings"

	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/wire"
)

// order is a type as the generator writes it.
type order struct {
	Number string
	Total  float64
	Qty    int64
	Status string
	Tags   []string
	Labels map[string]int64
	Next   *order
	Note   *string
}

var (
	fieldsOrder = wire.FieldsOf([]wire.Field{
		{Name: "number", Required: true}, {Name: "total", Required: true}, {Name: "qty"}, {Name: "status"}, {Name: "tags"},
		{Name: "labels"}, {Name: "next"}, {Name: "note", Nullable: true},
	})
	ruleNumber = wire.String{Min: new(8), Max: new(8), Patterns: []wire.Pattern{wire.Match("^[A-Z]{2}[0-9]{6}$")}}
	ruleTotal  = wire.Number{Min: wire.AtLeast("0"), Max: wire.LessThan("1000")}
	ruleQty    = wire.Int{Min: new(int64(1)), Max: new(int64(9))}
	ruleTags   = wire.Size{Min: new(1), Max: new(2)}
	ruleLabels = wire.Keys{Max: new(2), Patterns: []wire.Pattern{wire.Match("^[a-z]+$")}}
	enumStatus = []string{"paid", "shipped"}
)

func (v *order) DecodeWire(d *wire.Decoder) {
	for o := d.Object(fieldsOrder); o.Next(); {
		switch o.Key() {
		case "number":
			v.Number = ruleNumber.Decode(d)
		case "total":
			v.Total = ruleTotal.Decode(d)
		case "qty":
			v.Qty = ruleQty.Decode(d)
		case "status":
			v.Status = wire.DecodeEnum(d, enumStatus)
		case "tags":
			v.Tags = []string{}
			for l := d.List(ruleTags); l.Next(); {
				v.Tags = append(v.Tags, d.String())
			}
		case "labels":
			v.Labels = map[string]int64{}
			for m := d.Map(ruleLabels); m.Next(); {
				wire.Put(&m, v.Labels, d.Int())
			}
		case "next":
			v.Next = new(order)
			v.Next.DecodeWire(d)
		case "note":
			if !d.Null() {
				v.Note = new(d.String())
			}
		}
	}
}

// decodeOrder gives the issues as "path CODE".
func decodeOrder(doc string, o wire.Options) (order, []string) {
	v, err := wire.Decode[order]([]byte(doc), "Order", o)
	return v, brief(err)
}

func brief(err error) []string {
	if err == nil {
		return nil
	}
	return briefly(err.(*ik.SchemaError).Issues)
}

func briefly(issues []ik.Issue) []string {
	var out []string
	for _, is := range issues {
		out = append(out, strings.TrimSpace(is.Path+" "+is.Code))
	}
	return out
}
