// Reads a package schema on standard input and writes its SDK for one language, as Pulumi's own
// generator makes it, to standard output: a JSON object of texts by path.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	golang "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

const tool = "pulumi-platform"

var generators = map[string]func(*schema.Package) (map[string][]byte, error){
	"go": func(bound *schema.Package) (map[string][]byte, error) {
		return golang.GeneratePackage(tool, bound, nil)
	},
	"python": func(bound *schema.Package) (map[string][]byte, error) {
		return python.GeneratePackage(tool, bound, nil, nil)
	},
}

func main() {
	if err := generate(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func generate() error {
	if len(os.Args) != 2 || generators[os.Args[1]] == nil {
		return fmt.Errorf("usage: generate-sdk go|python")
	}
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
	files, err := generators[os.Args[1]](bound)
	if err != nil {
		return err
	}
	texts := map[string]string{}
	for path, text := range files {
		texts[filepath.ToSlash(path)] = string(text)
	}
	return json.NewEncoder(os.Stdout).Encode(texts)
}
