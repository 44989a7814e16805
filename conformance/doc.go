// Package conformance shows that Grapnel does what the specifications of its
// dialects require.
//
// requirements.tsv lists every requirement with its ID, a one-line wording of
// our own, the Go symbol that stands for it and the test that shows it. The
// tests are scripts in testdata and Go tests in this package; their names carry
// the IDs. `make conformance` fails if an ID is missing, or if a listed symbol
// or test does not exist or a test does not pass.
package conformance
