package llm

import (
	"encoding/json"
	"testing"
)

func TestPartsOfToolCallsAreReadBackAsTheyWereMade(t *testing.T) {
	call := FunctionCall{ID: `a"b`, Name: "run", Args: json.RawMessage(`{"n":12345678901234567890}`)}
	if got, ok := CallPart(call).Call(); !ok || got.ID != call.ID || got.Name != call.Name || string(got.Args) != string(call.Args) {
		t.Errorf("got %+v, %v", got, ok)
	}
	result := FunctionResponse{Name: "run", Response: json.RawMessage(`{"output":"<ok>"}`)}
	part := ResultPart(result)
	if want := `{"functionResponse":{"name":"run","response":{"output":"<ok>"}}}`; string(part) != want {
		t.Errorf("got %s", part)
	}
	if got, ok := part.Result(); !ok || got.Name != "run" || string(got.Response) != string(result.Response) {
		t.Errorf("got %+v, %v", got, ok)
	}
	if _, ok := part.Call(); ok {
		t.Error("a result is no call")
	}
}
