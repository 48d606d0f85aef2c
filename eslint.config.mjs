import js from "@eslint/js";
import tseslint from "typescript-eslint";

const pulumi = ["@pulumi/pulumi", "@grpc/grpc-js", "google-protobuf"];
/**
 * The rooms of provider/src in order, each with the packages that only it needs: a room imports itself
 * and the rooms before its step. Rooms of one step do not import each other.
 */
const steps = [
  [["wire", ["undici"]]],
  [["platform"]],
  [["definition", ["fastest-levenshtein"]]],
  [["resources"]],
  [["functions"]],
  [["catalog"]],
  [["settings"]],
  [["state"]],
  [["journal"]],
  [["report"]],
  [["objects"]],
  [["duplicates"], ["mail"]],
  [["once"]],
  [["lifecycle"]],
  [["dynamic", pulumi]],
  [["plugin", pulumi]],
  [["index"], ["contract"], ["program"]],
];
const provider = rooms("provider/src", steps, ["zod"]);

/**
 * The rooms of cli/src in the same way: what all commands share, then a room for each command, then what
 * reads the flags.
 */
const ofCommands = [
  [["failure"], ["manifest"], ["privateFolder"]],
  [["git"], ["stack", ["yaml"]]],
  [
    ["output", ["cli-table3", "@clack/prompts"]],
    ["instances", ["yaml"]],
  ],
  [["preview"], ["inventory"], ["forge"]],
  [["ids"]],
  [["program", ["yaml", "prettier"]], ["edit", ["yaml", "typescript"]], ["diff"]],
  [
    ["apply"],
    ["calendar", ["@js-temporal/polyfill"]],
    ["comment"],
    ["doctor"],
    ["drift"],
    ["export"],
    ["map", ["yaml"]],
    ["recover", ["@clack/prompts"]],
  ],
  [["commands", ["commander", "@js-temporal/polyfill"]]],
  [["main", ["commander"]]],
];
// The scripts of the calendar page are a project of their own.
const ownOfCommands = "\\./(page/)?[^/]+$";
const commands = rooms("cli/src", ofCommands, ["pulumi-platform-provider"], ownOfCommands);

/** A rule for each room. A file of the folder outside of every room may import nothing. */
function rooms(folder, steps, everywhere, own = "\\./[^/]+$") {
  const rules = steps.flatMap((step, n) => {
    const earlier = steps.slice(0, n).flatMap((some) => some.map(([room]) => room));
    const path = earlier.map((room) => `\\.\\.?/${room}(\\.js$|/|$)`);
    return step.flatMap(([room, packages = []]) => [
      imports([`${folder}/${room}/*`, `${folder}/${room}.ts`], {
        own: [own, ...path],
        packages: [...everywhere, ...packages],
      }),
      // A folder in a room.
      imports([`${folder}/${room}/*/**`], {
        own: ["\\.\\.?/[^/]+$", ...path.map((one) => `\\.\\./${one}`)],
        packages: [...everywhere, ...packages],
      }),
    ]);
  });
  return [imports([`${folder}/**`], { own: [], packages: [] }), ...rules];
}

/** Lets these files import Node, `own` relative paths and these packages, and nothing else. */
function imports(files, { own, packages }) {
  const allowed = ["node:", ...own, ...packages.map((name) => `${name}(/|$)`)].join("|");
  const regex = `^(?!${allowed})`;
  const message = "The order of rooms in eslint.config.mjs does not allow this import.";
  return {
    files,
    rules: {
      "no-restricted-imports": ["error", { patterns: [{ regex, message }] }],
      "no-restricted-syntax": [
        "error",
        { selector: `ImportExpression[source.value=/${regex.replaceAll("/", "\\/")}/]`, message },
      ],
    },
  };
}
const inside = ["\\.\\.?/(?!\\.\\.)"];

export default tseslint.config(
  { ignores: ["**/dist/", "**/node_modules/", ".demo/", ".bench/"] },
  js.configs.recommended,
  {
    files: ["**/*.ts", "**/*.cts"],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      // Numbers and booleans in messages need no String().
      "@typescript-eslint/restrict-template-expressions": "off",
      // mocha's callbacks and Pulumi's verbs are async by contract, with or without an await.
      "@typescript-eslint/require-await": "off",
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/consistent-type-imports": "error",
      "no-console": "error",
    },
  },
  // Typed rules would load Pulumi's SDK once for each program. Pulumi checks the types when it runs them.
  {
    files: ["index.ts", "{examples,templates}/**/*.ts"],
    extends: [tseslint.configs.disableTypeChecked],
  },
  ...provider,
  imports(["provider/generate/src/**"], {
    own: ["\\./", "\\.\\./\\.\\./dist/"],
    packages: ["zod"],
  }),
  imports(["sdk/src/**"], {
    own: inside,
    packages: ["pulumi-platform-provider", "@pulumi/pulumi"],
  }),
  imports(["simulator/src/**"], {
    own: inside,
    packages: ["fastify", "@fastify/ajv-compiler", "commander"],
  }),
  ...commands,
  // A browser has no packages.
  imports(["cli/src/calendar/page/**"], { own: ["\\./"], packages: [] }),
  imports(["test/src/contract/**"], { own: ["\\./"], packages: [] }),
  {
    files: ["**/*.mjs", "**/bin/*.js", "**/*.cjs"],
    languageOptions: {
      globals: {
        process: "readonly",
        console: "readonly",
        require: "readonly",
        __dirname: "readonly",
        URL: "readonly",
        setTimeout: "readonly",
        clearTimeout: "readonly",
        fetch: "readonly",
        Buffer: "readonly",
        AbortSignal: "readonly",
      },
    },
  },
);
