package wire

import (
	"net/netip"
	"net/url"
	"time"
)

// Format is a rule of strings that CUE's library defines.
type Format struct {
	name, layout string
	match        func(s, layout string) bool
}

// NewFormat finds a format by the name of its validator; the layout is that of time.Format. ok is false for other names.
func NewFormat(name, layout string) (f Format, ok bool) {
	f = Format{name: name, layout: layout}
	switch name {
	case "time.Time":
		f.layout, f.match = time.RFC3339Nano, matchTime
	case "time.Format":
		f.match = matchTime
	case "time.Duration":
		f.match = matchDuration
	case "net.IP", "net.IPv4", "net.IPv6":
		f.layout, f.match = name, matchAddress
	case "net.IPCIDR":
		f.match = matchPrefix
	case "net.URL", "net.AbsURL":
		f.layout, f.match = name, matchURL
	}
	return f, f.match != nil
}

// Formatted is a format for generated code, whose generator knows the name. An unknown name matches nothing.
func Formatted(name, layout string) Format {
	f, ok := NewFormat(name, layout)
	if !ok {
		f.match = func(string, string) bool { return false }
	}
	return f
}

// Match tells whether s is of the format, as CUE does.
func (f *Format) Match(s string) bool { return f.match(s, f.layout) }

func (f *Format) message() string {
	switch f.name {
	case "time.Time":
		return "must be a time as in RFC 3339: 2006-01-02T15:04:05Z"
	case "time.Format":
		return "must be a time written as " + f.layout
	case "time.Duration":
		return "must be a duration such as 1h30m or 90s"
	case "net.IPv4":
		return "must be an IP address of version 4"
	case "net.IPv6":
		return "must be an IP address of version 6"
	case "net.IPCIDR":
		return "must be an IP prefix such as 192.0.2.0/24"
	case "net.URL":
		return "must be a URL"
	case "net.AbsURL":
		return "must be a URL with a scheme"
	default:
		return "must be an IP address"
	}
}

func matchTime(s, layout string) bool {
	_, err := time.Parse(layout, s)
	return err == nil
}

func matchDuration(s, _ string) bool {
	_, err := time.ParseDuration(s)
	return err == nil
}

func matchAddress(s, name string) bool {
	a, err := netip.ParseAddr(s)
	switch {
	case err != nil:
		return false
	case name == "net.IPv4":
		return a.Is4()
	case name == "net.IPv6":
		return a.Is6()
	default:
		return a.IsValid()
	}
}

func matchPrefix(s, _ string) bool {
	_, err := netip.ParsePrefix(s)
	return err == nil
}

func matchURL(s, name string) bool {
	u, err := url.Parse(s)
	return err == nil && (name == "net.URL" || u.IsAbs())
}
