/**
 * Which file may import which, imports of types included. A room is a folder, or a file beside the folders. It
 * imports itself and the rooms of earlier steps; rooms of one step do not import each other. Node and the packages
 * of `everywhere` are for all rooms, further packages only for the room that names them.
 */
const pulumi = ["@pulumi/pulumi", "@grpc/grpc-js", "google-protobuf"];
const folders = [
  {
    folder: "provider/src",
    everywhere: ["zod"],
    steps: [
      { requestStorage: [] },
      { decisions: [], messages: [] },
      { wire: ["undici", "lossless-json"] },
      { platform: [] },
      { definition: ["fastest-levenshtein", "windows-iana"] },
      { resources: [] },
      { functions: [] },
      { catalog: [] },
      { settings: [] },
      { state: [] },
      { process: [] },
      { stores: ["pg", "@aws-sdk/client-s3"] },
      { journal: [] },
      { report: [] },
      { objects: [] },
      { duplicates: [], mail: [] },
      { once: [] },
      { lifecycle: [] },
      { dynamic: pulumi },
      { plugin: pulumi },
      { index: [], contract: [], program: [] },
    ],
  },
  {
    folder: "cli/src",
    // What all commands share, then a room for each command, then the rooms that read the flags.
    everywhere: ["pulumi-platform-provider/contract", "pulumi-platform-provider/program"],
    steps: [
      { failure: [], manifest: [], print: [] },
      { files: [] },
      { git: [], stack: ["yaml", "@pulumi/pulumi"] },
      { output: ["cli-table3", "@clack/prompts"], instances: ["yaml"] },
      {
        preview: [],
        inventory: [],
        forge: ["@octokit/core", "@octokit/types"],
      },
      { ids: [], effects: [] },
      { program: ["yaml", "prettier"], edit: ["yaml", "typescript"], compare: [] },
      {
        apply: [],
        calendar: ["@js-temporal/polyfill", "ical-generator"],
        comment: [],
        diff: [],
        doctor: [],
        drift: [],
        export: [],
        find: [],
        map: ["yaml"],
        recover: ["@clack/prompts"],
      },
      { commands: ["commander", "@js-temporal/polyfill"] },
      { main: ["commander"] },
    ],
  },
  {
    folder: "sdk/src",
    everywhere: ["pulumi-platform-provider", "provider/dist/index", "@pulumi/pulumi"],
  },
  {
    folder: "simulator/src",
    everywhere: ["croner", "fastify", "@fastify/ajv-compiler", "commander", "lossless-json"],
  },
  // A browser has no packages.
  { folder: "cli/src/calendar/page", everywhere: [] },
  { folder: "test/src/contract", everywhere: [] },
  { folder: "provider/generate/src", everywhere: ["provider/dist", "zod"] },
];

const rules = folders.flatMap(({ folder, everywhere, steps = [] }) => {
  const rooms = steps.flatMap((step, at) =>
    Object.entries(step).map(([room, packages]) => {
      const earlier = steps.slice(0, at).flatMap((one) => Object.keys(one));
      const paths = [room, ...earlier].map((one) => `${folder}/${one}`);
      return imports(`${folder}/${room}`, paths, [...everywhere, ...packages]);
    }),
  );
  return rooms.length > 0 ? rooms : [imports(folder, [folder], everywhere)];
});

/** The files of a room may import Node, these paths and these packages, and nothing else. */
function imports(room, paths, packages) {
  return {
    name: room,
    severity: "error",
    from: { path: `^${room}[/.]` },
    to: {
      pathNot: [
        ...paths.map((path) => `^${path}[/.]`),
        // Entries of the packages of this repository are not looked up.
        ...packages.flatMap((name) => [`^${name}([/.]|$)`, `(^|/)node_modules/${name}/`]),
      ],
      dependencyTypesNot: ["core"],
    },
  };
}

export default {
  forbidden: [
    { name: "no-circles", severity: "error", from: {}, to: { circular: true } },
    ...rules,
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.base.json" },
    doNotFollow: { path: "node_modules|/dist/" },
  },
};
