// SPDX-License-Identifier: Apache-2.0
// Rules that Prettier and the compiler do not check: sizes, the direction of the page's imports,
// and comments that disable the compiler. For all TypeScript of the repository.
import tseslint from "typescript-eslint";

const size = { skipBlankLines: true, skipComments: true };

const LOADED = "loads a file while it runs: only ui does";

/**
 * Forbids imports from parts of viewer/src in the files of one part, and imports of tests
 * everywhere.
 */
function without(part, ...parts) {
    const others = parts.flatMap((name) => [`**/${name}`, `**/${name}/**`]);
    const group = [...others, "**/test/**", "**/tests/**", "**/tools/**"];
    const isUi = part === "ui";
    return {
        files: [isUi ? "viewer/src/**/*.{ts,tsx}" : `viewer/src/${part}/**/*.ts`],
        rules: {
            "no-restricted-imports": [
                "error",
                { patterns: [{ group, message: `viewer/src/${part} may not import it` }] },
            ],
            "no-restricted-syntax": [
                isUi ? "off" : "error",
                { selector: "ImportExpression", message: LOADED },
                {
                    selector: "NewExpression[callee.name='URL'] > Literal[value=/^[.]/]",
                    message: LOADED,
                },
            ],
        },
    };
}

export default tseslint.config(
    { ignores: ["**/node_modules/", "build/", "**/.venv/"] },
    {
        files: ["**/*.ts", "**/*.tsx", "**/*.mts"],
        extends: [tseslint.configs.base],
        linterOptions: { reportUnusedDisableDirectives: "error" },
        rules: {
            "max-lines": ["error", { max: 600, ...size }],
            "max-lines-per-function": ["error", { max: 60, ...size }],
            complexity: ["error", { max: 16 }],
            // Prettier does not break strings and comments.
            "max-len": ["error", { code: 120 }],
            "@typescript-eslint/no-explicit-any": "error",
            "@typescript-eslint/ban-ts-comment": "error",
            "no-eval": "error",
            "no-new-func": "error",
            eqeqeq: ["error", "always", { null: "ignore" }],
            "no-var": "error",
            "prefer-const": "error",
        },
    },
    // Imports of the page have one direction: ui -> render -> model, ui -> live -> model.
    without("ui"),
    without("render", "ui", "live", "main"),
    without("live", "ui", "render", "main"),
    without("model", "ui", "render", "live", "main"),
);
