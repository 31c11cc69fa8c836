package wire

import (
	"errors"
	"fmt"
	"time"
)

// Time reads a time as time.Time of CUE's library has it, to the nanosecond.
func (d *Decoder) Time() time.Time {
	s, ok := d.formatted("time.Time")
	if !ok {
		return time.Time{}
	}
	t, _ := time.Parse(time.RFC3339Nano, s) // of the format
	if _, ok := timeText(t); !ok {          // by the hours of its zone: such a time could not be written again
		d.report(OutOfRange, rangeOfTime)
		return time.Time{}
	}
	return t
}

// Duration reads a duration as time.Duration of CUE's library has it, to the nanosecond.
func (d *Decoder) Duration() time.Duration {
	s, ok := d.formatted("time.Duration")
	if !ok {
		return 0
	}
	t, _ := time.ParseDuration(s) // of the format
	return t
}

func (d *Decoder) formatted(name string) (string, bool) {
	before := len(d.issues)
	s := d.String()
	if len(d.issues) > before || d.ended {
		return "", false
	}
	f := Formatted(name, "")
	if !f.Match(s) {
		d.report(WrongFormat, f.message())
		return "", false
	}
	return s, true
}

// Time judges a time: its year has four digits.
func (c *Checker) Time(t time.Time) {
	if _, ok := timeText(t); !ok {
		c.report(OutOfRange, rangeOfTime)
	}
}

const rangeOfTime = "must be a time of the years 0 to 9999"

// TimeText writes a time as documents have it. A zone that RFC 3339 cannot write is given up for UTC. A year of other
// than four digits gives a text that no decoder accepts.
func TimeText(t time.Time) string {
	s, _ := timeText(t)
	return s
}

func timeText(t time.Time) (string, bool) {
	if _, offset := t.Zone(); offset <= -24*60*60 || offset >= 24*60*60 || offset%60 != 0 {
		t = t.UTC()
	}
	return t.Format(time.RFC3339Nano), t.Year() >= 0 && t.Year() <= 9999
}

// errYear is what a time beyond the years of documents gives.
var errYear = errors.New("the time is not of the years 0 to 9999")

// Stamp is a time.Time that is written as documents have it.
type Stamp time.Time

// MarshalJSON writes the text of the time. The error tells that its year has not four digits.
func (s Stamp) MarshalJSON() ([]byte, error) {
	text, ok := timeText(time.Time(s))
	if !ok {
		return nil, errYear
	}
	return fmt.Appendf(nil, "%q", text), nil
}

// Span is a time.Duration that is written as documents have it: "1h30m0s".
type Span time.Duration

// MarshalJSON writes the text of the duration.
func (s Span) MarshalJSON() ([]byte, error) { return fmt.Appendf(nil, `"%s"`, time.Duration(s)), nil }
