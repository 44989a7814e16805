package jsonx

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

// texts are JSON and what looks like it: the seeds of all fuzz tests.
var texts = []string{
	``, ` `, `null`, `true`, `false`, `nul`, `truer`, `0`, `-`, `-0`, `01`, `1.`, `.5`, `1.5e`, `1e+`, `-1.25E-3 `, `+1`,
	`""`, `"`, `"a`, `"\`, `"\"`, `"\x"`, `"\u12"`, `"\u12fG"`, `"\u12fA"`, `"\'"`, "\"\t\"", "\"\x7f\"", "\"\x1f2345678\"",
	`"1234567"`, `"12345678"`, `"123456789\n"`, "\"12\xff34\"", "\"\xe2\x80\xa8 \xe2\x80\xa9 \xe2\x80\"", `"\ud83d\ude00"`, `"\ud83d"`, `"\ude00\ud83d x"`, `"\ud83d\n"`,
	`"ünïcödé 漢字 😀"`, `"\u0000\b\f\n\r\t\/\\\""`, `"a\\\\"`, `"a\\\\\""`,
	`[]`, `[ ]`, `[1]`, `[1,]`, `[,1]`, `[1 2]`, `[[[]]]`, `[[[]]`, `[}`, `]`,
	`{}`, `{ }`, `{"a":1}`, `{"a":1,}`, `{"a"}`, `{"a":}`, `{a:1}`, `{"a":1 "b":2}`, `{"a":1,"a":2,"A":3}`, `{"a":1}}`, `{"a":1} x`, `{]`,
	" {\n \"a b\" : [ 1 , \"x \\\" y\" , { } ] ,\r\n\t\"é\" : null } ", `{"\u0061":1,"a":2}`, "{\"\xff\":1}",
	`{"a":[1.0,100,1e2,12345678901234567890]}`, "[1]\v", "\xef\xbb\xbf1", "[1\x002]", "[\x01]", "\"a\x01", `{"a`, `{"a" `, "1 \x00",
}

func nested(depth int) string {
	return strings.Repeat(`[{"a":`, depth/2) + strings.Repeat("[", depth%2) + "1" + strings.Repeat("]", depth%2) + strings.Repeat(`}]`, depth/2)
}

func FuzzValidAgreesWithEncodingJSON(f *testing.F) {
	for _, text := range append(texts, nested(9_999), nested(10_000), nested(10_001)) {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		want := json.Valid(data)
		if got := Valid(data); got != want {
			t.Fatalf("Valid is %v, encoding/json says %v", got, want)
		}
		if _, ok := parseTree(data); ok != want {
			t.Fatalf("a cursor says %v, encoding/json %v", ok, want)
		}
		if !want {
			return
		}
		var line bytes.Buffer
		if err := json.Compact(&line, data); err != nil {
			t.Fatal(err)
		}
		if got := AppendCompact([]byte("x"), data); string(got) != "x"+line.String() {
			t.Errorf("compact is %s\nwant       x%s", got, &line)
		}
		if !Equal(data, line.Bytes()) || !Equal(line.Bytes(), data) {
			t.Errorf("a value is not equal to itself without white space")
		}
	})
}

func FuzzStringsAgreeWithEncodingJSON(f *testing.F) {
	for _, text := range texts {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var want string
		ok := len(data) > 0 && data[0] == '"' && json.Unmarshal(data, &want) == nil
		if got, isString := String(data); isString != ok || ok && got != want {
			t.Errorf("decoded to %q, %v, want %q, %v", got, isString, want, ok)
		}
		encoded, err := Marshal(string(data))
		if err != nil {
			t.Fatal(err)
		}
		if got := AppendString([]byte("x"), string(data)); string(got) != "x"+string(encoded) {
			t.Errorf("encoded as %s\nwant      x%s", got, encoded)
		}
	})
}

func FuzzObjectsAgreeWithEncodingJSON(f *testing.F) {
	for _, text := range append(texts, nested(10_000), nested(10_001)) {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		got, duplicates, err := ParseObject(data)
		var want map[string]json.RawMessage
		wantErr := json.Unmarshal(data, &want)
		if isObject := wantErr == nil && want != nil; isObject != (err == nil) {
			t.Fatalf("error %v, want %v", err, wantErr)
		}
		if json.Valid(data) && err != nil && !errors.Is(err, ErrNotObject) {
			t.Errorf("valid JSON gives %v", err)
		}
		if err == nil && !reflect.DeepEqual(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
		if len(duplicates) > 0 && bytes.Count(data, []byte(":")) < 2 {
			t.Errorf("duplicates %q", duplicates)
		}
		var items []json.RawMessage
		wantErr = json.Unmarshal(data, &items)
		if list, ok := ParseArray(data); ok != (wantErr == nil && items != nil) || ok && !reflect.DeepEqual(list, items) {
			t.Errorf("got items %q, %v, want %q, %v", list, ok, items, wantErr)
		}
	})
}

func FuzzEqualIsAnEquivalence(f *testing.F) {
	for i, text := range texts {
		f.Add([]byte(text), []byte(texts[(i+1)%len(texts)]))
	}
	f.Fuzz(func(t *testing.T, a, b []byte) {
		if Equal(a, b) != Equal(b, a) || !Equal(a, a) {
			t.Error("not symmetric or not reflexive")
		}
		var x, y any
		if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
			return
		}
		if Equal(a, b) && !reflect.DeepEqual(x, y) {
			t.Errorf("%s and %s are equal, but not as floating-point numbers", a, b)
		}
	})
}

func TestEqual(t *testing.T) {
	tests := []struct {
		name, a, b string
		want       bool
	}{
		{"spacing", `{"a": [1, 2]}`, `{"a":[1,2]}`, true},
		{"order of keys", `{"a":1,"b":2}`, `{"b":2,"a":1}`, true},
		{"order of items", `[1,2]`, `[2,1]`, false},
		{"more items", `[1]`, `[1,2]`, false},
		{"other key", `{"a":1}`, `{"b":1}`, false},
		{"more members", `{"a":1}`, `{"a":1,"b":1}`, false},
		{"case of keys", `{"a":1}`, `{"A":1}`, false},
		{"last of two", `{"a":1,"a":2}`, `{"a":2}`, true},
		{"escapes", `"\u0041\/"`, `"A/"`, true},
		{"types", `"1"`, `1`, false},
		{"words", `true`, `false`, false},
		{"null is not nothing", `null`, ``, false},
		{"empty list and object", `[]`, `{}`, false},
		{"fraction of zeros", `1.0`, `1`, true},
		{"exponent", `1e2`, `100`, true},
		{"negative exponent", `10E-1`, `1.00`, true},
		{"small", `0.00120`, `12e-4`, true},
		{"signs", `-1`, `1`, false},
		{"zeros", `-0.0e5`, `0`, true},
		{"zero with a huge exponent", `0e99999999999999999999`, `0`, true},
		{"large integers differ in the last digit", `12345678901234567890`, `12345678901234567891`, false},
		{"large integers", `12345678901234567890`, `1234567890123456789e1`, true},
		{"digits that floating-point numbers lose", `0.1`, `0.10000000000000000001`, false},
		{"beyond floating point", `1e400`, `10e399`, true},
		{"huge exponents", `1e99999999999999999999`, `10e99999999999999999998`, false},
		{"no JSON, but the same", `{`, `{`, true},
		{"no JSON", `{`, `{ `, false},
		{"JSON and none", `[1]`, `[1]]`, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Equal([]byte(tt.a), []byte(tt.b)); got != tt.want {
				t.Errorf("%s and %s: %v", tt.a, tt.b, got)
			}
			if got := Equal([]byte(tt.b), []byte(tt.a)); got != tt.want {
				t.Errorf("%s and %s: %v", tt.b, tt.a, got)
			}
		})
	}
}

func TestCanonicalNumber(t *testing.T) {
	for text, want := range map[json.Number]json.Number{
		"1.0": "1", "-0": "0", "100": "100", "1e2": "100", "1.50": "1.5", "-12.5e1": "-125", "0.00001": "0.00001", "0.0000001": "1e-7",
		"1e21": "1e21", "123456789012345678901234.0": "123456789012345678901234", "1e99999999999999999999": "1e99999999999999999999",
	} {
		if got := CanonicalNumber(text); got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
		if !json.Valid([]byte(want)) || !Equal([]byte(text), []byte(want)) {
			t.Errorf("%s is not %s", text, want)
		}
	}
}

func TestParseObject(t *testing.T) {
	object, duplicates, err := ParseObject([]byte(` {"a": 1, "b" : [ 2 ], "a":"x", "A":null} `))
	want := map[string]json.RawMessage{"a": []byte(`"x"`), "b": []byte(`[ 2 ]`), "A": []byte("null")}
	if err != nil || !reflect.DeepEqual(object, want) || !reflect.DeepEqual(duplicates, []string{"a"}) {
		t.Errorf("%q, %q, %v", object, duplicates, err)
	}
	for text, want := range map[string]string{
		``:                         "unexpected end of JSON",
		`{"a":1`:                   "unexpected end of JSON",
		`{'a':1}`:                  `invalid character '\'' looking for beginning of object key string`,
		`{"a":1} x`:                "unexpected text after the JSON object, at byte 8",
		`[1]`:                      ErrNotObject.Error(),
		`{"a":` + nested(10_000):   ErrTooDeep.Error(),
		`{"a":1,"b":[nil],"c":"x"`: "invalid character 'i' in literal null (expecting 'u')",
	} {
		if _, _, err := ParseObject([]byte(text)); err == nil || err.Error() != want {
			t.Errorf("%.40s: %v, want %s", text, err, want)
		}
	}
}

func TestParsedValuesDoNotRunIntoEachOther(t *testing.T) {
	text := []byte(`{"a":1,"b":2}`)
	object, _, err := ParseObject(text)
	if err != nil {
		t.Fatal(err)
	}
	_ = append(object["a"], "overwritten"...)
	if string(object["b"]) != "2" {
		t.Errorf("appending to one value changed another to %s", object["b"])
	}
}

func TestCutObject(t *testing.T) {
	object, duplicates, rest, err := CutObject([]byte(" {\"a\": 1, \"a\": 2}\nand text"))
	if string(object["a"]) != `2` || len(duplicates) != 1 || string(rest) != "\nand text" || err != nil {
		t.Errorf("%q, %q, %q, %v", object, duplicates, rest, err)
	}
	if _, _, _, err := CutObject([]byte(`{"a": 1,} x`)); err == nil {
		t.Error("no error for what is no object")
	}
}

func TestCursorReadsWhatItIsAskedFor(t *testing.T) {
	c := NewCursor([]byte(` {"text": "a\n", "yes": true, "no": false, "n": -1.5e1, "list": [1, {}], "empty": [], "raw": [ 2 ] } `))
	var got []any
	for key := range c.Members() {
		switch string(key) {
		case "text":
			got = append(got, string(c.Text()))
		case "yes", "no":
			got = append(got, c.Bool())
		case "n":
			got = append(got, c.Number())
		case "raw":
			got = append(got, string(c.Raw()))
		default:
			for i := range c.Items() {
				c.Skip()
				got = append(got, i)
			}
		}
	}
	if c.Offset() != len(c.data)-1 {
		t.Errorf("read %d bytes of %d", c.Offset(), len(c.data))
	}
	if want := []any{"a\n", true, false, -15.0, 0, 1, "[ 2 ]"}; !c.AtEnd() || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v, at the end: %v", got, want, c.AtEnd())
	}
}

func TestCursorFailsOnWhatIsNotAskedFor(t *testing.T) {
	for name, read := range map[string]func(*Cursor){
		"a text":    func(c *Cursor) { c.Text() },
		"a flag":    func(c *Cursor) { c.Bool() },
		"a number":  func(c *Cursor) { c.Number() },
		"an object": func(c *Cursor) { c.Members()(func([]byte) bool { return true }) },
		"refused":   func(c *Cursor) { c.Raw(); c.Fail() },
	} {
		c := NewCursor([]byte(`[null]`))
		if read(&c); !c.Failed() || c.AtEnd() || c.Raw() != nil {
			t.Errorf("%s was found in a list", name)
		}
	}
}

func TestStrings(t *testing.T) {
	for text, want := range map[string][]string{
		`[]`:              {},
		`["a", "\u0062"]`: {"a", "b"},
		`["a",1]`:         nil,
		`"a"`:             nil,
		`["a"`:            nil,
		`["a"] x`:         nil,
	} {
		if got, ok := Strings([]byte(text)); !reflect.DeepEqual(got, want) || ok != (want != nil) {
			t.Errorf("%s: %q, %v", text, got, ok)
		}
	}
}

func TestCompactOfNothingIsNull(t *testing.T) {
	if got := AppendCompact(nil, nil); string(got) != "null" {
		t.Errorf("got %s", got)
	}
}

func TestWriterSpellsNumbersAsEncodingJSON(t *testing.T) {
	for _, f := range []float64{0, math.Copysign(0, -1), 1, -1.5, 0.1, 1e-6, 9.9e-7, 1e-7, 1.25e-12, 1e20, 1e21, 1.5e300, math.MaxFloat64, math.SmallestNonzeroFloat64, 12345.678} {
		want, err := json.Marshal(map[string]float64{"f": f})
		if err != nil {
			t.Fatal(err)
		}
		w := Writer{Buf: []byte("{")}
		w.Float("f", f)
		w.End('}')
		if string(w.Buf) != string(want) {
			t.Errorf("got %s, want %s", w.Buf, want)
		}
	}
}

func TestWriter(t *testing.T) {
	var w Writer
	w.Begin('{')
	w.Text("a", "<\n>")
	w.Bool("b", true)
	w.Int("c", -3)
	w.Float("d", math.NaN())
	w.Raw("e", []byte(`{ "x" : [ ] }`))
	w.Raw("f", nil)
	w.Texts("g", []string{"x", "y"})
	w.Texts("h", nil)
	List(&w, "i", []int{1, 2}, func(n *int) { w.Int("n", *n) })
	w.OmitEmpty = true
	w.Text("left out", "")
	w.Bool("left out", false)
	w.Int("left out", 0)
	w.Float("left out", 0)
	w.Raw("left out", nil)
	w.Texts("left out", nil)
	List(&w, "left out", []int{}, func(*int) {})
	w.End('}')
	const want = `{"a":"<\n>","b":true,"c":-3,"d":null,"e":{"x":[]},"f":null,"g":["x","y"],"h":[],"i":[{"n":1},{"n":2}]}`
	if string(w.Buf) != want {
		t.Errorf("got  %s\nwant %s", w.Buf, want)
	}
}

// allocated returns how many bytes of memory a call takes.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func TestParsingCopiesNoValues(t *testing.T) {
	text := []byte(`{"a":"` + strings.Repeat("x", 1<<20) + `","b":[[1,2,3]]}`)
	if took := allocated(func() { _, _, _ = ParseObject(text) }); took > 1<<14 {
		t.Errorf("an object of a megabyte took %d bytes", took)
	}
	if took := allocated(func() { Valid(text) }); took > 1<<14 {
		t.Errorf("validating a megabyte took %d bytes", took)
	}
}

func TestEqualTakesEachLevelApartOnce(t *testing.T) {
	of := func(depth int) uint64 {
		a, b := []byte(nested(depth)), []byte(" "+nested(depth))
		return allocated(func() { Equal(a, b) })
	}
	once, twice := of(2_000), of(4_000)
	if twice > 3*once {
		t.Errorf("%d bytes for one depth, %d for twice that", once, twice)
	}
}
