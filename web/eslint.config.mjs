// SPDX-License-Identifier: GPL-3.0-or-later
// What ESLint looks for in the page's code. Prettier decides the form, and tsc checks the types.
import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "array-callback-return": "error",
      "consistent-return": "error",
      eqeqeq: "error",
      "no-eval": "error",
      "no-shadow": "error",
      "no-unmodified-loop-condition": "error",
      "no-use-before-define": ["error", { functions: false, variables: false }],
      "no-var": "error",
      "prefer-const": "error",
    },
  },
  { files: ["src/*.js"], languageOptions: { globals: globals.browser } },
  { files: ["src/worker.js"], languageOptions: { globals: globals.worker } },
  { files: ["src/start.js"], languageOptions: { sourceType: "script" }, rules: { "no-var": "off" } },
  // Tests have functions that run in the page.
  { files: ["*.mjs", "tests/*.mjs"], languageOptions: { globals: { ...globals.nodeBuiltin, ...globals.browser } } },
];
