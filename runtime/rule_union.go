package ik

// Is tells whether the variant of a union is of the type. Generated rules ask it before they look into a variant.
func Is[T any](variant any) bool {
	_, ok := variant.(T)
	return ok
}

// As is the variant of a union as the type, whose zero value it gives where it is of another one.
func As[T any](variant any) T {
	v, _ := variant.(T)
	return v
}
