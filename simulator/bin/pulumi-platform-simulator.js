#!/usr/bin/env node
require("../dist/command.js");
