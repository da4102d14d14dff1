// SPDX-License-Identifier: Apache-2.0
// What Prettier and the compiler do not see: sizes, and what turns the compiler off. For all
// TypeScript of the repository.
import tseslint from "typescript-eslint";

const size = { skipBlankLines: true, skipComments: true };

export default tseslint.config(
    { ignores: ["**/node_modules/", "build/", "**/.venv/"] },
    {
        files: ["**/*.ts", "**/*.tsx", "**/*.mts"],
        extends: [tseslint.configs.base],
        linterOptions: { reportUnusedDisableDirectives: "error" },
        rules: {
            "max-lines": ["error", { max: 600, ...size }],
            "max-lines-per-function": ["error", { max: 60, ...size }],
            "@typescript-eslint/no-explicit-any": "error",
            "@typescript-eslint/ban-ts-comment": "error",
            "no-eval": "error",
            "no-new-func": "error",
            eqeqeq: ["error", "always", { null: "ignore" }],
            "no-var": "error",
            "prefer-const": "error",
        },
    },
);
