package jsonschema

import "github.com/ikgen/ikgen/internal/ir"

// tuple writes a list whose first elements have schemas of their own.
func (w *writer) tuple(s *object, p *ir.Package, t *ir.Type) error {
	s.text("type", "array")
	prefix := list{}
	for i := range t.Elems {
		e, err := w.schema(p, &t.Elems[i])
		if err != nil {
			return err
		}
		prefix = append(prefix, e)
	}
	s.set("prefixItems", prefix)
	if t.Items == nil {
		s.set("items", raw("false"))
	} else {
		tail, err := w.schema(p, t.Items)
		if err != nil {
			return err
		}
		s.set("items", tail)
	}
	s.set("minItems", number(len(t.Elems)))
	if t.MaxItems != nil {
		s.set("maxItems", number(*t.MaxItems))
	}
	return nil
}

// contains writes what a list must have some of: the first rule as keywords, further ones as conditions.
func (w *writer) contains(s *object, p *ir.Package, t *ir.Type) error {
	for i := range t.Contains {
		c := &t.Contains[i]
		at := s
		if i > 0 {
			at = &object{}
		}
		items, err := w.schema(p, &c.Items)
		if err != nil {
			return err
		}
		at.set("contains", items)
		least := 0
		if c.Min != nil {
			least = *c.Min
		}
		if least != 1 {
			at.set("minContains", number(least))
		}
		if c.Max != nil {
			at.set("maxContains", number(*c.Max))
		}
		if i > 0 {
			also(s, at)
		}
	}
	return nil
}

// format writes what a JSON Schema can say of a format of CUE's library: its name where the draft has it, which most
// validators take for a note, and a regular expression that every value of the format matches. Which days a month has,
// and whether an address is one, the decoder alone judges.
func format(s *object, f ir.Format) {
	name, expression := "", ""
	switch f.Name {
	case "time.Time":
		name = "date-time"
		expression = `^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{1,2}:[0-9]{2}:[0-9]{2}([.,][0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})$`
	case "time.Duration":
		expression = `^[+-]?(0|(([0-9]+(\.[0-9]*)?|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)$`
	case "net.IPv4":
		name, expression = "ipv4", `^[0-9.]+$`
	case "net.IPv6":
		name, expression = "ipv6", `:`
	case "net.IPCIDR":
		expression = `/[0-9]+$`
	case "net.AbsURL":
		name, expression = "uri", `^[a-zA-Z][a-zA-Z0-9+.-]*:`
	case "net.URL":
		name = "uri-reference"
	}
	if name != "" && !s.has("format") {
		s.text("format", name)
	}
	if expression != "" {
		constrain(s, "pattern", text(expression))
	}
}
