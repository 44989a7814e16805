package redact

import "strings"

// capital finds credentials that begin with a capital letter and have no other
// anchor.
func (s *scanner) capital(i int) bool {
	switch {
	case !s.starts(i):
		return false
	case s.text[i] == 'A' && s.isAccessKey(i):
		return s.token("an AWS access key", i, s.wordEnd(i+4))
	case s.has(i, "AIza") && len(s.ahead(i+4, isKeyPart)) >= 20:
		return s.token("a Google API key", i, s.wordEnd(i+4))
	case s.has(i, "ABSK") && len(s.ahead(i+4, isBase64)) >= 100:
		return s.token("an AWS Bedrock key", i, s.span(i+4, isBase64))
	case s.has(i, "ATATT3") && len(s.ahead(i+6, isBearer)) >= 100:
		return s.token("an Atlassian token", i, s.span(i+6, isBearer))
	case s.has(i, "LTAI") && len(s.ahead(i+4, isAlnum)) >= 16:
		return s.token("an Alibaba access key", i, s.wordEnd(i+4))
	case s.has(i, "SK") && isHexOf(s.ahead(i+2, isAlnum), 32):
		return s.token("a Twilio key", i, s.wordEnd(i+2))
	case s.has(i, "EAAC") && len(s.ahead(i+4, isAlnum)) >= 100:
		return s.token("a Facebook token", i, s.wordEnd(i+4))
	}
	return false
}

// isAccessKey reports whether the ID of a key of AWS begins at i.
func (s *scanner) isAccessKey(i int) bool {
	if len(s.text)-i < 20 {
		return false
	}
	switch s.text[i : i+4] {
	case "AKIA", "ASIA", "ABIA", "ACCA":
		return len(s.ahead(i+4, isCapital)) >= 16
	}
	return false
}

// isHexOf reports whether a text is that many digits in lower case, at least.
func isHexOf(text string, n int) bool {
	for i := range len(text) {
		if !isHex(text[i]) || isUpper(text[i]) {
			return false
		}
	}
	return len(text) >= n
}

// webToken finds a JSON web token by the beginning of its header, {" in base64.
func (s *scanner) webToken(i int) bool {
	start := i - 2
	if start < s.done || !s.has(start, "ey") || start > s.done && s.text[start-1] == '-' || !s.starts(start) {
		return false
	}
	header := s.span(i+1, isKeyPart)
	if header-i < 10 || header == len(s.text) || s.text[header] != '.' {
		return false
	}
	if payload := s.ahead(header+1, isKeyPart); len(payload) < 10 {
		return false
	}
	return s.token("a JSON web token", start, s.span(header, isDotted))
}

// telegram finds the token of a bot: its number, a colon and AA…
func (s *scanner) telegram(i int) bool {
	if !s.has(i+1, "AA") || len(s.ahead(i+1, isKeyPart)) < 30 {
		return false
	}
	start := i
	for start > s.done && i-start < 12 && isDigit(s.text[start-1]) {
		start--
	}
	return i-start >= 8 && s.token("a Telegram token", start, s.wordEnd(i+1))
}

// discord finds the token of a bot: its number in base64, a time, a signature.
func (s *scanner) discord(i int) bool {
	if len(s.text)-i < 8 || s.text[i+7] != '.' || len(s.ahead(i+1, isKeyPart)) != 6 || len(s.ahead(i+8, isKeyPart)) < 27 {
		return false
	}
	for start := i; start > s.done && i-start < 30 && isKeyPart(s.text[start-1]); {
		start--
		if i-start >= 23 && strings.IndexByte("MNO", s.text[start]) >= 0 && s.starts(start) {
			return s.token("a Discord token", start, s.wordEnd(i+8))
		}
	}
	return false
}

// webhook finds addresses that are a permission by themselves. The secret is
// their last part.
func (s *scanner) webhook(i int) bool {
	if strings.IndexByte("sco", s.byteAt(i+1)) < 0 {
		return false // almost always
	}
	for _, hook := range [...]struct{ what, path string }{
		{"a Slack webhook", ".slack.com/services/"},
		{"a Slack webhook", ".slack.com/workflows/"},
		{"a Slack webhook", ".slack.com/triggers/"},
		{"a Discord webhook", ".com/api/webhooks/"},
		{"a Teams webhook", ".office.com/webhookb2/"},
	} {
		start := i + len(hook.path)
		if s.has(i, hook.path) && len(s.ahead(start, isPathPart)) >= 20 {
			return s.token(hook.what, start, s.span(start, isPathPart))
		}
	}
	return false
}

// isPathPart reports whether a byte can be part of the path of a webhook.
func isPathPart(c byte) bool { return isDotted(c) || c == '/' || c == '@' }
