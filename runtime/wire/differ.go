package wire

// Differ tells whether no two items of a list are equal; 1 and 1.0 are. Generated rules ask it of Go values.
func Differ(list any) bool {
	var c Checker
	rule := Items{Unique: true}
	rule.Check(&c, list)
	return len(c.Issues()) == 0
}
