package ik

import "reflect"

// HandlersBinding is the name under which a generated Definition binds the handlers. All others are ports.
const HandlersBinding = "Handlers"

// Binding is a value that the host gives a generated Definition, under the name that the host knows it by.
type Binding struct {
	Name  string
	Value any
}

// Unbound gives the names of the bindings that are nil, in their order: interfaces without a value, and nil pointers, maps and
// functions in them. A handler that calls one would panic in the middle of a turn.
func Unbound(bindings ...Binding) []string {
	var out []string
	for _, b := range bindings {
		if isNil(b.Value) {
			out = append(out, b.Name)
		}
	}
	return out
}

func isNil(value any) bool {
	if value == nil {
		return true
	}
	switch v := reflect.ValueOf(value); v.Kind() {
	case reflect.Pointer, reflect.Map, reflect.Func, reflect.Chan:
		return v.IsNil()
	default:
		return false
	}
}
