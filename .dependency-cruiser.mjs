/** Finds circles of imports, those of types included. eslint.config.mjs checks which room may import which. */
export default {
  forbidden: [{ name: "no-circles", severity: "error", from: {}, to: { circular: true } }],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.base.json" },
    doNotFollow: { path: "node_modules" },
  },
};
