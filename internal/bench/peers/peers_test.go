package peers

import (
	"bytes"
	"encoding/json"
	"os"
	"regexp"
	"testing"

	"github.com/go-playground/validator/v10"
	gojson "github.com/goccy/go-json"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/ikgen/ikgen/internal/bench/payload"
)

func document(b *testing.B) []byte {
	b.Helper()
	data, err := os.ReadFile("../testdata/payload.json")
	if err != nil {
		b.Fatal(err)
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, data); err != nil {
		b.Fatal(err)
	}
	return compact.Bytes()
}

// run measures f, which must succeed.
func run(b *testing.B, f func() error) {
	b.ReportAllocs()
	for b.Loop() {
		if err := f(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkDecode reads the document into a Go value. Only ikgen validates it too, and refuses duplicate and missing keys.
func BenchmarkDecode(b *testing.B) {
	data := document(b)
	b.Run("ikgen", func(b *testing.B) {
		run(b, func() error {
			_, err := payload.DecodeIntention(data)
			return err
		})
	})
	b.Run("encoding/json", func(b *testing.B) {
		run(b, func() error {
			var v record
			dec := json.NewDecoder(bytes.NewReader(data))
			dec.DisallowUnknownFields()
			return dec.Decode(&v)
		})
	})
	b.Run("goccy/go-json", func(b *testing.B) {
		run(b, func() error {
			var v record
			return gojson.Unmarshal(data, &v)
		})
	})
}

// BenchmarkValidate judges a value that is in memory, in the form that each validator takes.
func BenchmarkValidate(b *testing.B) {
	data := document(b)
	b.Run("ikgen", func(b *testing.B) {
		v, err := payload.DecodeIntention(data)
		if err != nil {
			b.Fatal(err)
		}
		run(b, v.Validate)
	})
	b.Run("go-playground/validator", func(b *testing.B) {
		var v record
		if err := json.Unmarshal(data, &v); err != nil {
			b.Fatal(err)
		}
		validate := playground(b)
		run(b, func() error { return validate.Struct(&v) })
	})
	b.Run("santhosh-tekuri/jsonschema", func(b *testing.B) {
		schema := compiled(b)
		var v any
		if err := json.Unmarshal(data, &v); err != nil {
			b.Fatal(err)
		}
		run(b, func() error { return schema.Validate(v) })
	})
}

// BenchmarkDecodeAndValidate does both, each in the way that its documentation shows.
func BenchmarkDecodeAndValidate(b *testing.B) {
	data := document(b)
	b.Run("ikgen", func(b *testing.B) {
		run(b, func() error {
			_, err := payload.DecodeIntention(data)
			return err
		})
	})
	b.Run("goccy/go-json and go-playground/validator", func(b *testing.B) {
		validate := playground(b)
		run(b, func() error {
			var v record
			if err := gojson.Unmarshal(data, &v); err != nil {
				return err
			}
			return validate.Struct(&v)
		})
	})
	b.Run("santhosh-tekuri/jsonschema", func(b *testing.B) {
		schema := compiled(b)
		run(b, func() error {
			v, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
			if err != nil {
				return err
			}
			return schema.Validate(v)
		})
	})
}

func compiled(b *testing.B) *jsonschema.Schema {
	b.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(payload.IntentionSchema)))
	if err != nil {
		b.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("payload.json", doc); err != nil {
		b.Fatal(err)
	}
	schema, err := c.Compile("payload.json")
	if err != nil {
		b.Fatal(err)
	}
	return schema
}

// playground has a tag for each expression of the payload: the library has none for expressions in general.
func playground(b *testing.B) *validator.Validate {
	b.Helper()
	v := validator.New(validator.WithRequiredStructEnabled())
	for tag, expression := range map[string]string{
		"id": "^int_[0-9A-Z]{10,26}$", "dotted": `^[a-z]+(\.[a-z]+)+$`, "locale": "^[a-z]{2}-[A-Z]{2}$",
		"moment": `^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$`, "reference": `^[a-z.]+@\d+$`, "order": `^ORD-\d{6}$`,
		"sku": "^[A-Z0-9-]+$", "address": `^[^@\s]+@[^@\s]+\.[a-z]+$`, "phone": `^\+\d{8,15}$`,
	} {
		re := regexp.MustCompile(expression)
		err := v.RegisterValidation(tag, func(f validator.FieldLevel) bool { return re.MatchString(f.Field().String()) })
		if err != nil {
			b.Fatal(err)
		}
	}
	return v
}
