// Package picture draws what the journal has: one page for a browser, and the
// trace format that Perfetto and chrome://tracing show.
package picture

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"iter"

	"github.com/grapnel-hooks/grapnel/trace"
)

// The parts of the page. The script builds everything from the data and sets
// texts only as text: what hooks and models wrote is never markup.
var (
	//go:embed page.css
	style []byte
	//go:embed page.js
	script []byte
)

// MaxPage is how many bytes a page may have. Of records that do not fit, the
// texts are left out first, beginning with the oldest; the page says so.
const MaxPage = 2_000_000

// WritePage writes records, oldest first, as one page that needs nothing else:
// no network, no other file. Its content security policy allows its own script
// alone.
func WritePage(w io.Writer, records iter.Seq[trace.Record]) error {
	data, err := collect(records).encode(MaxPage - len(style) - len(script) - 2048)
	if err != nil {
		return fmt.Errorf("encode the records: %w", err)
	}
	sum := sha256.Sum256(script)
	policy := "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	var page bytes.Buffer
	page.WriteString("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Grapnel trace</title>\n")
	fmt.Fprintf(&page, "<meta http-equiv=\"Content-Security-Policy\" content=\"%s\">\n", policy)
	fmt.Fprintf(&page, "<style>\n%s</style>\n</head>\n<body>\n", style)
	fmt.Fprintf(&page, "<script type=\"application/json\" id=\"data\">%s</script>\n", data)
	fmt.Fprintf(&page, "<script>%s</script>\n</body>\n</html>\n", script)
	_, err = w.Write(page.Bytes())
	return err
}

// encode returns the data as JSON that may stand in a script element, in at
// most limit bytes as far as leaving out texts can achieve that.
func (d *data) encode(limit int) ([]byte, error) {
	text, err := json.Marshal(d) // it escapes <, > and &
	for keep := len(d.Events) / 2; err == nil && len(text) > limit; keep /= 2 {
		d.leaveOutTexts(len(d.Events) - keep)
		text, err = json.Marshal(d)
		if keep == 0 {
			break
		}
	}
	return text, err
}
