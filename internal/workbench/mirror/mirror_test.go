package mirror

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

func TestCopyEndsAtItsLimits(t *testing.T) {
	from := t.TempDir()
	if err := os.WriteFile(filepath.Join(from, "a"), []byte("12345"), 0o755); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(from)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name string
		copy Copy
		want error
	}{
		{"it just fits", Copy{files: maxFiles - 1, bytes: maxBytes - 5}, nil},
		{"a file too many", Copy{files: maxFiles}, ErrTooLarge},
		{"a byte too many", Copy{bytes: maxBytes - 4}, ErrTooLarge},
	} {
		t.Run(test.name, func(t *testing.T) {
			to, err := os.OpenRoot(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			defer to.Close()
			c := test.copy
			c.To = to
			if err := c.Add(filepath.Join(from, "a"), "a", entries[0]); !errors.Is(err, test.want) {
				t.Errorf("%v, want %v", err, test.want)
			}
			info, err := fs.Stat(to.FS(), "a")
			if (err == nil) != (test.want == nil) || err == nil && info.Size() != 5 {
				t.Errorf("copied %v, %v", info, err)
			}
		})
	}
}
