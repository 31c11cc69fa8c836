package compile

import (
	"fmt"
	"time"
	_ "time/tzdata" // time zones are the same on every machine

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/load/spec"
)

// verify checks the words whose form CUE cannot express in full.
func (c *Compiler) verify(a *ir.Agent) {
	if a.TimeZone != "" {
		if _, err := time.LoadLocation(a.TimeZone); err != nil || a.TimeZone == machineZone {
			c.fail(codeTimeZone, "agent.timezone", fmt.Sprintf("the time zone %q is not known", a.TimeZone),
				`write a name of the IANA database, such as "Europe/Berlin"`)
		}
	}
	for _, p := range a.Policies {
		for i, r := range p.Rules {
			path := fmt.Sprintf("%s.rules[%d]", spec.Join("agent.policies", p.ID), i)
			c.durations(path+".olderThan", r.Older)
			c.durations(path+".newerThan", r.Newer)
		}
	}
}

// machineZone is what Go calls the time zone of the machine: another one on each, so no agent's.
const machineZone = "Local"

func (c *Compiler) durations(path string, ages []ir.Age) {
	for _, age := range ages {
		if _, err := time.ParseDuration(age.Duration); err != nil {
			c.fail(codeDuration, spec.Join(path, age.Path), fmt.Sprintf("%q is no duration that Go can hold", age.Duration),
				`write "90m", "24h" or "1h30m"`)
		}
	}
}
