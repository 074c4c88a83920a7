import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import { defineConfig } from "eslint/config";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default defineConfig(
  // Written by `python -m tablier.api.typescript`.
  { ignores: ["src/**/wire.gen.ts"] },
  js.configs.recommended,
  ts.configs.recommendedTypeChecked,
  svelte.configs.recommended,
  {
    languageOptions: {
      globals: globals.browser,
      parserOptions: {
        projectService: { allowDefaultProject: ["*.js"] },
        extraFileExtensions: [".svelte"],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: "error",
      // The limits of the Python code; a switch over message types counts as one branch.
      complexity: ["error", { max: 12, variant: "modified" }],
      "max-lines": ["error", { max: 400, skipBlankLines: true, skipComments: true }],
      // A page without parameters still declares the type of its props.
      "no-empty-pattern": "off",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      // Maps and Sets here live for one call; state is declared with $state.
      "svelte/prefer-svelte-reactivity": "off",
      // Markup comes from board/ and from the manifest of the same origin, never from players.
      "svelte/no-at-html-tags": "off",
      // It reads the reason after the code as further codes; svelte-check reports unknown codes.
      "svelte/no-unused-svelte-ignore": "off",
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    files: ["**/*.svelte"],
    rules: {
      // The parser sees no types of component props in templates; svelte-check does.
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
    },
  },
);
