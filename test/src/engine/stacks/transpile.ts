import Module, { createRequire } from "node:module";
import type * as esbuild from "esbuild";

type Loader = (module: { _compile: (code: string, path: string) => void }, path: string) => void;

/**
 * Loads programs in TypeScript without a check of their types, by the steps of `ts-node`: Node.js 20 prints a trace
 * that reaches further frames of Pulumi for half a minute.
 */
export function transpile(): void {
  const load = createRequire(createRequire(__filename).resolve("ts-node"));
  const { transformSync } = load("esbuild") as typeof esbuild;
  const { install } = load("@cspotcode/source-map-support") as { install: (how: object) => void };
  const transpiled = new Map<string, string>();
  // Traces of errors have the lines of the program.
  install({ environment: "node", retrieveFile: (path: string) => transpiled.get(path) });
  const { _extensions: loaders } = Module as unknown as { _extensions: Record<string, Loader> };
  const { ".js": loader } = loaders;
  loaders[".ts"] = (module, path) => {
    const compile = module._compile.bind(module);
    module._compile = (text) => {
      const how = { loader: "ts", format: "cjs", target: "node20", sourcemap: "inline" } as const;
      const { code } = transformSync(text, { ...how, sourcefile: path });
      transpiled.set(path, code);
      compile(code, path);
    };
    loader?.(module, path);
  };
}
