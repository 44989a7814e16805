package cli

import (
	"path/filepath"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/workbench/check"
)

// The parts of SARIF 2.1.0 that findings need. SARIF is what code scanning
// services read; see https://docs.oasis-open.org/sarif/sarif/v2.1.0.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool     `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name    string `json:"name"`
		Version string `json:"version"`
	}
	sarifResult struct {
		RuleID    string          `json:"ruleId"`
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations,omitempty"`
		Fixes     []sarifFix      `json:"fixes,omitempty"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
		EndColumn   int `json:"endColumn,omitempty"`
	}
	sarifFix struct {
		Description sarifText             `json:"description"`
		Changes     []sarifArtifactChange `json:"artifactChanges"`
	}
	sarifArtifactChange struct {
		Artifact     sarifArtifact      `json:"artifactLocation"`
		Replacements []sarifReplacement `json:"replacements"`
	}
	sarifReplacement struct {
		Deleted  sarifRegion `json:"deletedRegion"`
		Inserted sarifText   `json:"insertedContent"`
	}
)

// sarif returns the findings as a SARIF log.
func (r checkReport) sarif() sarifLog {
	run := sarifRun{
		Tool:       sarifTool{sarifDriver{"grapnel", thisBuild().String()}},
		ColumnKind: "utf16CodeUnits", Results: []sarifResult{},
	}
	for _, f := range r.Findings {
		run.Results = append(run.Results, f.sarif())
	}
	return sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}}
}

func (f finding) sarif() sarifResult {
	level := map[hook.Level]string{hook.LevelError: "error", hook.LevelWarn: "warning", hook.LevelInfo: "note"}[f.Level]
	result := sarifResult{RuleID: f.Check, Level: level, Message: sarifText{f.text()}}
	if f.File == "" {
		return result
	}
	place := sarifPhysical{Artifact: artifact(f.File)}
	if f.Line > 0 {
		place.Region = &sarifRegion{StartLine: f.Line, StartColumn: f.Column}
	}
	result.Locations = []sarifLocation{{place}}
	if !f.Edit.IsNothing() && !strings.Contains(f.Edit.Old, "\n") {
		result.Fixes = []sarifFix{fixOf(f.Edit, f.Fix)}
	}
	return result
}

// fixOf is a certain fix in the form in which editors apply it.
func fixOf(e check.Edit, description string) sarifFix {
	at := e.At
	region := sarifRegion{at.Line, at.Column, at.Column + len(e.Old)}
	return sarifFix{sarifText{description}, []sarifArtifactChange{
		{artifact(at.File), []sarifReplacement{{region, sarifText{e.New}}}},
	}}
}

func artifact(file string) sarifArtifact {
	return sarifArtifact{filepath.ToSlash(relative(file))}
}
