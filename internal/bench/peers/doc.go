// Package peers measures other decoders and validators on the payload of package bench. It is a module of its own, so that
// none of them is a dependency of the product.
//
//	go test -bench . -benchmem
package peers
