import js from "@eslint/js";
import tseslint from "typescript-eslint";

/** What would make two runs differ: the wall clock, unseeded randomness, the platform's locale. */
const nondeterminism = [
  { object: "Date", property: "now", message: "There is no wall clock in a run." },
  { object: "Math", property: "random", message: "Randomness comes from a keyed stream of the seed." },
  { object: "performance", property: "now", message: "There is no wall clock in a run." },
];
const nondeterministicSyntax = [
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: "There is no wall clock in a run." },
  { selector: "CallExpression[callee.property.name=/^(toLocale.*|localeCompare)$/]", message: "A locale would make runs differ." },
  { selector: "MemberExpression[object.name='Intl']", message: "A locale would make runs differ." },
  { selector: "ExportDefaultDeclaration", message: "Exports have names." },
];

export default tseslint.config(
  { ignores: ["dist/", "build/", "node_modules/", "bench/node_modules/", "test/mcp/node_modules/", "**/*.d.ts"] },
  js.configs.recommended,
  ...tseslint.configs.strict,
  {
    files: ["**/*.ts"],
    rules: {
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/no-invalid-void-type": "off",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/consistent-type-imports": ["error", { disallowTypeAnnotations: false }],
      "@typescript-eslint/no-empty-object-type": "off",
      "no-control-regex": "off",
      eqeqeq: ["error", "always", { null: "ignore" }],
    },
  },
  {
    files: ["runtime/**/*.ts", "stdlib/**/*.ts", "grammar/**/*.ts", "compiler/**/*.ts"],
    rules: { "no-restricted-properties": ["error", ...nondeterminism], "no-restricted-syntax": ["error", ...nondeterministicSyntax] },
  },
  {
    files: ["scripts/**/*.mjs", "bench/**/*.mjs", "test/mcp/*.mjs", "examples/**/*.mjs", "editors/**/*.mjs", "bin/*.js"],
    languageOptions: { globals: { console: "readonly", process: "readonly", URL: "readonly", performance: "readonly", structuredClone: "readonly" } },
  },
  // Tests take JSON apart that is meant to be malformed.
  { files: ["test/**/*.ts"], rules: { "@typescript-eslint/no-explicit-any": "off", "@typescript-eslint/no-dynamic-delete": "off" } },
  { files: ["eslint.config.js", "vitest.config.ts"], rules: { "no-restricted-syntax": "off" } },
);
