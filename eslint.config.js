import js from "@eslint/js";
import { defineConfig, globalIgnores, includeIgnoreFile } from "eslint/config";
import { resolve } from "node:path";
import tseslint from "typescript-eslint";

const LITERAL = "/^(Object|Array)Expression$/";
/** A spread of an object or an array literal, also of one with `as const`, `as Type` or `satisfies Type`. */
const SPREAD_LITERAL = [
  `:matches(SpreadElement, JSXSpreadAttribute)[argument.type=${LITERAL}]`,
  `SpreadElement[argument.expression.type=${LITERAL}]`,
].join(", ");

export default defineConfig(
  // Build output, such as dist/ and site/.
  includeIgnoreFile(resolve(import.meta.dirname, ".gitignore")),
  globalIgnores([
    "**/generated/",
    "examples/**/*.mjs",
    "examples/typed-document/",
    "examples/{next,hono,express,worker-resize}/",
    "lab/**/*.{cjs,mjs}",
    "lab/consumers/",
    "website/",
  ]),
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ["eslint.config.js"] },
      },
    },
    rules: {
      "@typescript-eslint/restrict-template-expressions": [
        "error",
        { allowNumber: true },
      ],
      "@typescript-eslint/no-confusing-void-expression": [
        "error",
        { ignoreArrowShorthand: true },
      ],
      "@typescript-eslint/no-unused-vars": [
        "error",
        { ignoreRestSiblings: true },
      ],
      // A signal's reason is rejected with as it is, whatever the caller made it.
      "@typescript-eslint/prefer-promise-reject-errors": [
        "error",
        { allowThrowingUnknown: true },
      ],
      "@typescript-eslint/only-throw-error": [
        "error",
        { allowThrowingUnknown: true },
      ],
      "no-nested-ternary": "error",
      "no-restricted-syntax": [
        "error",
        {
          selector: SPREAD_LITERAL,
          message: "Write the members of this literal without a spread.",
        },
      ],
    },
  },
);
