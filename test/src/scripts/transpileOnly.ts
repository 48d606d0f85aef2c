// Preloaded into programs whose types another test has checked. `npm start` removes variables of Pulumi.
process.env.PULUMI_NODEJS_TRANSPILE_ONLY = "true";
import "../engine/stacks/leanRuntime";
