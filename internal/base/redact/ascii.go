package redact

// The kinds of bytes that rules are made of. Beyond ASCII nothing is part of a
// credential.

func isUpper(c byte) bool   { return 'A' <= c && c <= 'Z' }
func isLower(c byte) bool   { return 'a' <= c && c <= 'z' }
func isDigit(c byte) bool   { return '0' <= c && c <= '9' }
func isLetter(c byte) bool  { return isLower(c | 0x20) }
func isAlnum(c byte) bool   { return isLetter(c) || isDigit(c) }
func isHex(c byte) bool     { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }
func isWord(c byte) bool    { return isAlnum(c) || c == '_' }
func isKeyPart(c byte) bool { return isWord(c) || c == '-' }
func isDotted(c byte) bool  { return isKeyPart(c) || c == '.' }
func isCapital(c byte) bool { return isUpper(c) || isDigit(c) }
func isBase64(c byte) bool  { return isAlnum(c) || c == '+' || c == '/' || c == '=' }
func isBearer(c byte) bool  { return isDotted(c) || c == '~' || c == '+' || c == '/' || c == '=' }
func isBlank(c byte) bool   { return c == ' ' || c == '\t' }
func isNewline(c byte) bool { return c == '\n' || c == '\r' }
func isSpace(c byte) bool   { return isBlank(c) || isNewline(c) || c == '\v' || c == '\f' }
func isQuote(c byte) bool   { return c == '"' || c == '\'' || c == '`' }
func isOpening(c byte) bool { return c == '{' || c == '[' || c == '(' }

// lower folds letters of ASCII only, so that positions stay the same.
func lower(c byte) byte {
	if isUpper(c) {
		return c + 'a' - 'A'
	}
	return c
}
