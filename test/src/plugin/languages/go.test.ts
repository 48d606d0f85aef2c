import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { startSimulator } from "pulumi-platform-simulator";
import { copied, definitions } from "../../engine/stacks/referencePages";
import { root } from "../../engine/stacks/stack";
import { isWhole } from "../../harness/lives/sampled";
import { go, installGo, unformatted, writeModule } from "./go";
import { accessTo, apply, pluginStack, plugins } from "../stack";

const sdk = join(root, "sdk", "go", "platform");

/** The program of the page on tests, as the page tells to write it in Go. */
const reports = `package main

import (
	"fmt"

	"github.com/pulumi-platform/pulumi-platform/sdk/go/platform"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func reports(ctx *pulumi.Context) (*platform.Group, error) {
	roles := platform.GetRolesOutput(ctx, platform.GetRolesOutputArgs{}).Roles()
	return platform.NewGroup(ctx, "analysts", &platform.GroupArgs{
		Name: pulumi.String("Analysts"),
		Description: roles.ApplyT(func(roles []platform.Role) string {
			return fmt.Sprintf("One of %d circles", len(roles))
		}).(pulumi.StringOutput),
		Type: pulumi.String("open"),
	})
}

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := reports(ctx)
		return err
	})
}
`;

describe("the SDK for Go", () => {
  it("needs the version of Pulumi that its generator has", () => {
    const version = (...path: string[]) =>
      /pulumi\/sdk\/v3 (v\S+)/.exec(readFileSync(join(...path), "utf8"))?.[1];
    const pinned = version(root, "scripts", "engine", "cli", "go.mod");
    for (const folder of [
      sdk,
      join(root, "examples", "weekly-report-go"),
      join(root, "templates", "go"),
    ])
      assert.deepEqual([folder, version(folder, "go.mod")], [folder, pinned]);
  });
});

if (!isWhole) {
  process.stdout.write(
    'not run: programs in Go, which take minutes. `npm test -- --whole -g "in Go"` runs them.\n',
  );
} else {
  describe("a program", () => {
    it("in Go is formatted and free of mistakes on every page of the reference, and in the SDK", () => {
      const folder = mkdtempSync(join(tmpdir(), "pulumi-platform-go-"));
      try {
        writeModule(folder);
        for (const { name } of definitions) {
          mkdirSync(join(folder, name));
          writeFileSync(join(folder, name, "main.go"), copied(name, "go") ?? "");
        }
        assert.deepEqual([...unformatted(folder), ...unformatted(sdk)], []);
        for (const one of [folder, sdk]) go(one, "vet", "./...");
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });

    it("in Go passes the unit test of the page on tests", () => {
      const folder = mkdtempSync(join(tmpdir(), "pulumi-platform-go-"));
      try {
        writeModule(folder);
        const page = readFileSync(join(root, "docs", "testing.md"), "utf8");
        const [, test] = /`reports_test\.go`:\n\n```go\n([^]*?)```/.exec(page) ?? [];
        writeFileSync(join(folder, "reports_test.go"), test ?? assert.fail("no test on the page"));
        writeFileSync(join(folder, "reports.go"), reports);
        assert.deepEqual(unformatted(folder), []);
        assert.match(go(folder, "test", "-v", "."), /--- PASS: TestDescription/);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });

    it("in Go keeps every digit of an id with 19 digits", async () => {
      const platform = await startSimulator({ profile: "extended" });
      const stack = pluginStack({ ...accessTo(platform), PLATFORM_OPERATIONS: "extended" });
      const page = "1234567890123456789";
      try {
        const text = copied("ReportSchedule", "go") ?? "";
        stack.write("Pulumi.yaml", `name: program\nruntime: go${plugins}`);
        stack.write(
          "main.go",
          text.replace(/PageId:(\s+).*,/, `PageId:$1pulumi.String("${page}"),`),
        );
        await installGo(stack);
        await stack.ok("up", ...apply);
        assert.deepEqual(
          platform.state.schedules.map(({ pageId }) => String(pageId)),
          [page],
        );
        assert.deepEqual(await stack.steps("preview", "--refresh"), []);
      } finally {
        await platform.close();
        stack.remove();
      }
    });
  });
}
