// Package imports holds no code: its test keeps the two halves of the product apart.
package imports
