//go:build !windows

package lookpath

const separators = "/"

func systemDirectories() []string { return []string{"/usr/local/bin", "/usr/bin", "/bin"} }
