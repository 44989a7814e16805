package redact

import (
	"strings"
	"sync"
)

// shape is a credential that its issuer has given a prefix. The prefix ends in
// an anchor.
type shape struct {
	prefix string
	what   string
	is     func(body string) bool
	chars  func(byte) bool // those of the body
	inside bool            // the prefix may stand inside of a word
	lead   int             // how many bytes before the prefix belong to it
}

// shapes lists the credentials by the byte before the anchor.
var shapes = sync.OnceValue(func() *[256][]shape {
	var table [256][]shape
	for _, issuer := range issuers() {
		for _, s := range issuer.shapes {
			s.what = issuer.what
			before := s.prefix[len(s.prefix)-2]
			table[before] = append(table[before], s)
		}
	}
	return &table
})

// issuer is who gives out credentials, and what those look like.
type issuer struct {
	what   string
	shapes []shape
}

// issuers is what is known of prefixes. The lengths are a little below the real
// ones, which change.
func issuers() []issuer {
	of := func(what string, atLeast int, chars func(byte) bool, prefixes ...string) issuer {
		list := make([]shape, len(prefixes))
		for i, prefix := range prefixes {
			list[i] = shape{prefix: prefix, is: length(atLeast), chars: chars}
		}
		return issuer{what, list}
	}
	gitHub := of("a GitHub token", 20, isWord, "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_")
	for i := range gitHub.shapes {
		gitHub.shapes[i].inside = true
	}
	return []issuer{
		gitHub,
		of("a GitLab token", 20, isDotted, "glpat-", "gldt-", "glrt-", "glrtr-", "glcbt-", "glptt-", "glft-", "glimt-", "glagent-", "gloas-", "glsoat-", "glffct-", "glwt-"),
		of("a Slack token", 10, isKeyPart, "xoxa-", "xoxb-", "xoxc-", "xoxd-", "xoxe-", "xoxo-", "xoxp-", "xoxr-", "xoxs-", "xapp-", "xwfp-"),
		of("a Slack token", 10, isDotted, "xoxe."),
		of("a Stripe key", 16, isAlnum, "sk_live_", "sk_test_", "sk_prod_", "rk_live_", "rk_test_", "rk_prod_", "whsec_"),
		// OpenAI, Anthropic and many after them.
		{"an API key", []shape{{prefix: "sk-", is: isSecretKey, chars: isKeyPart}}},
		of("a Google token", 20, isKeyPart, "ya29.", "GOCSPX-"),
		of("a Hugging Face token", 30, isAlnum, "hf_", "api_org_"),
		of("an npm token", 30, isAlnum, "npm_"),
		{"a PyPI token", []shape{{prefix: "pypi-", is: isPyPI, chars: isKeyPart}}},
		{"a SendGrid key", []shape{{prefix: "SG.", is: isSendGrid, chars: isDotted}}},
		of("a Shopify token", 24, isAlnum, "shpat_", "shpca_", "shppa_", "shpss_", "shptka_"),
		of("a DigitalOcean token", 32, isAlnum, "dop_v1_", "doo_v1_", "dor_v1_"),
		of("a Vault token", 20, isKeyPart, "hvs.", "hvb.", "hvr."),
		{"a Terraform token", []shape{{prefix: ".atlasv1.", is: length(40), chars: isKeyPart, inside: true}}},
		of("a Docker token", 20, isKeyPart, "dckr_pat_", "dckr_oat_"),
		of("a Grafana token", 32, isBearer, "glsa_", "glc_"),
		of("a model provider's key", 30, isAlnum, "gsk_", "pplx-", "xai-", "r8_", "fw_"),
		of("a model provider's key", 30, isKeyPart, "nvapi-", "tvly-"),
		of("an age key", 50, isCapital, "AGE-SECRET-KEY-"),
		of("a RubyGems token", 40, isAlnum, "rubygems_"),
		of("a Linear key", 32, isAlnum, "lin_api_"),
		of("a Notion token", 40, isAlnum, "ntn_"),
		of("a Sentry token", 40, isBearer, "sntrys_", "sntryu_"),
		of("a PlanetScale token", 32, isDotted, "pscale_tkn_", "pscale_pw_", "pscale_oauth_"),
		of("a Postman key", 40, isKeyPart, "PMAK-"),
		of("a Pulumi token", 40, isHex, "pul-"),
		of("a Tailscale key", 20, isKeyPart, "tskey-auth-", "tskey-api-", "tskey-client-"),
		of("a Heroku key", 40, isKeyPart, "HRKU-"),
		of("a Brevo key", 60, isKeyPart, "xkeysib-"),
		of("a Square token", 22, isKeyPart, "sq0atp-", "sq0csp-"),
		of("a Doppler token", 40, isAlnum, "dp.pt.", "dp.st.", "dp.ct.", "dp.sa."),
		of("a Dynatrace token", 60, isDotted, "dt0c01.", "dt0s01."),
		of("an OpenShift token", 40, isKeyPart, "sha256~"),
		{"an Azure secret", []shape{{prefix: "Q~", is: length(31), chars: isAzure, inside: true, lead: 4}}},
	}
}

// issued finds a credential whose prefix ends at the anchor i.
func (s *scanner) issued(i int) bool {
	if i == s.done {
		return false
	}
	before := s.text[s.done : i+1]
	for _, c := range s.shapes[s.text[i-1]] {
		if !strings.HasSuffix(before, c.prefix) {
			continue
		}
		start := i + 1 - len(c.prefix)
		if start > s.done && s.text[start-1] == '-' && !c.inside {
			continue // in the middle of words with dashes
		}
		if (c.inside || s.starts(start)) && c.is(s.ahead(i+1, c.chars)) {
			return s.token(c.what, max(s.done, start-c.lead), s.wordEnd(s.span(i+1, c.chars)))
		}
	}
	return false
}

// wordEnd takes what hangs on to a credential for a part of it, so that nothing
// of one is left that is longer than expected.
func (s *scanner) wordEnd(i int) int { return s.span(i, isKeyPart) }

// isAzure reports whether a byte can be part of a client secret of Azure.
func isAzure(c byte) bool { return isDotted(c) || c == '~' }

// length accepts whatever is long enough.
func length(atLeast int) func(string) bool {
	return func(body string) bool { return len(body) >= atLeast }
}

// isSecretKey tells keys from names of CSS classes, which begin with sk-, too:
// those are short words with dashes between them.
func isSecretKey(body string) bool {
	if len(body) < 16 {
		return false
	}
	run, longest, mixed := 0, 0, false
	for i := range len(body) {
		c := body[i]
		mixed = mixed || isCapital(c)
		if run++; c == '-' {
			run = 0
		}
		longest = max(longest, run)
	}
	return longest >= 20 || mixed && longest >= 12
}

// isPyPI knows tokens, which are macaroons, from the packages pypi-server and
// pypi-publish.
func isPyPI(body string) bool {
	return len(body) >= 16 && strings.HasPrefix(body, "AgE") || len(body) >= 50
}

// isSendGrid knows keys by their two parts.
func isSendGrid(body string) bool {
	id, key, two := strings.Cut(body, ".")
	return two && len(id) >= 16 && len(key) >= 16
}
