// Preloaded into programs whose types another test has checked.
process.env.PULUMI_NODEJS_TRANSPILE_ONLY = "true";
