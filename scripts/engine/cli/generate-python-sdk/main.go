// Reads a package schema on standard input and writes its Python SDK, as Pulumi's own generator
// makes it, to standard output: a JSON object of texts by path.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

func main() {
	if err := generate(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func generate() error {
	var spec schema.PackageSpec
	if err := json.NewDecoder(os.Stdin).Decode(&spec); err != nil {
		return err
	}
	// The schema refers to no other package.
	bound, diagnostics, err := schema.BindSpec(spec, schema.NewNullLoader(), schema.ValidationOptions{})
	if err != nil {
		return err
	}
	if diagnostics.HasErrors() {
		return diagnostics
	}
	files, err := python.GeneratePackage("pulumi-platform", bound, nil, nil)
	if err != nil {
		return err
	}
	texts := map[string]string{}
	for path, text := range files {
		texts[filepath.ToSlash(path)] = string(text)
	}
	return json.NewEncoder(os.Stdout).Encode(texts)
}
