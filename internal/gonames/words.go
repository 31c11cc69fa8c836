package gonames

import (
	"fmt"
	"strings"
	"unicode"
)

// initialisms are the words that Go writes in capitals, by their lower-case form.
func initialism(word string) (string, bool) {
	switch word {
	case "acl", "api", "ascii", "cpu", "css", "dns", "eof", "guid", "html", "http", "https", "id", "ip", "json", "lhs",
		"qps", "ram", "rhs", "rpc", "sla", "smtp", "sql", "ssh", "tcp", "tls", "ttl", "udp", "ui", "uid", "uri", "url",
		"utf8", "uuid", "vm", "xml", "xmpp", "xsrf", "xss", "pdf", "csv", "iban", "bic", "vat", "sms":
		return strings.ToUpper(word), true
	case "acls", "apis", "cpus", "guids", "ids", "ips", "slas", "uids", "uris", "urls", "uuids", "vms", "pdfs":
		return strings.ToUpper(word[:len(word)-1]) + "s", true
	default:
		return "", false
	}
}

// Export gives the exported Go name of an id or a JSON key: "order.find" is OrderFind, "orderId" is OrderID. The result
// is always a valid exported identifier, for any text: a name that starts with a digit gets an N before it, one that
// starts with a letter without case an X, and a text without letters and digits is spelled by its code points.
func Export(key string) string {
	name := Suffix(key)
	first := []rune(name)[0]
	switch {
	case unicode.IsUpper(first):
		return name
	case unicode.IsDigit(first):
		return "N" + name
	default:
		return "X" + name
	}
}

// Suffix is Export for a name that follows another one, as enum members follow their type: it may start with a digit or
// with a letter without case.
func Suffix(key string) string {
	words := split(key)
	if len(words) == 0 {
		return spell(key)
	}
	shouted := strings.ContainsRune(key, '_') && strings.ToUpper(key) == key // ORDER_NOT_FOUND is OrderNotFound
	var b strings.Builder
	b.WriteString(sign(key))
	last := rune(0)
	for _, w := range words {
		if shouted {
			w = strings.ToLower(w)
		}
		runes := []rune(w)
		if unicode.IsDigit(last) && unicode.IsDigit(runes[0]) {
			b.WriteByte('_') // 1.2 and 12 are two names
		}
		b.WriteString(capital(w))
		last = runes[len(runes)-1]
	}
	return b.String()
}

// sign spells the sign of a number-like key: "+1" and "-1" are two members.
func sign(key string) string {
	if len(key) < 2 || key[1] < '0' || key[1] > '9' {
		return ""
	}
	switch key[0] {
	case '+':
		return "Plus"
	case '-':
		return "Minus"
	default:
		return ""
	}
}

// spell names a key without letters and digits by its code points.
func spell(key string) string {
	if key == "" {
		return "Empty"
	}
	var b strings.Builder
	for _, r := range key {
		switch r {
		case '-':
			b.WriteString("Dash")
		case '+':
			b.WriteString("Plus")
		case '_':
			b.WriteString("Underscore")
		case '*':
			b.WriteString("Star")
		case ' ':
			b.WriteString("Space")
		default:
			fmt.Fprintf(&b, "U%04X", r)
		}
	}
	return b.String()
}

// capital writes one word as it stands inside a Go name.
func capital(word string) string {
	if s, ok := initialism(strings.ToLower(word)); ok {
		return s
	}
	runes := []rune(word)
	runes[0] = unicode.ToUpper(runes[0])
	return string(runes)
}

// split cuts a key into words: at everything that is neither letter nor digit, and at the humps of camel case.
func split(key string) []string {
	runes := []rune(key)
	var words []string
	start := -1
	flush := func(end int) {
		if start >= 0 {
			words = append(words, string(runes[start:end]))
		}
		start = -1
	}
	for i, r := range runes {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			flush(i)
			continue
		}
		if start >= 0 && hump(runes, i) {
			flush(i)
		}
		if start < 0 {
			start = i
		}
	}
	flush(len(runes))
	return words
}

// hump tells whether a new word starts at i: aB, or the last capital of a run before a small letter (HTTPServer).
// The s of a plural (IDs) stays with its run.
func hump(runes []rune, i int) bool {
	prev, r := runes[i-1], runes[i]
	if !unicode.IsUpper(r) {
		return false
	}
	if unicode.IsLower(prev) || unicode.IsDigit(prev) {
		return true
	}
	if i+1 >= len(runes) || !unicode.IsLower(runes[i+1]) {
		return false
	}
	plural := runes[i+1] == 's' && (i+2 == len(runes) || !unicode.IsLower(runes[i+2]))
	return !plural
}
