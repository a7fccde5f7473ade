import js from "@eslint/js";

const browser = "addEventListener caches clearTimeout document fetch history location navigator postMessage self setTimeout AbortController Blob FormData HTMLElement Request Response URL Worker onmessage";

export default [
  js.configs.recommended,
  {
    files: ["t3_tools/page/static/*.js"],
    languageOptions: {
      globals: Object.fromEntries(browser.split(" ").map((name) => [name, "writable"])),
    },
    rules: { eqeqeq: "error", "prefer-const": "error" },
  },
];
