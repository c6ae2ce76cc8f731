import { defineConfig } from "@lingui/cli";
import { formatter } from "@lingui/format-po";
import { defaultLang, languageOf, languages } from "@tidemark/contracts";

const source = languageOf(defaultLang).tag;

export default defineConfig({
  sourceLocale: source,
  locales: languages.map(({ tag }) => tag),
  // Untranslated messages are shown in English, never as their hash.
  fallbackLocales: { default: source },
  catalogs: [{ path: "locales/{locale}", include: ["src"] }],
  orderBy: "message",
  // Line numbers would make every edit of a screen an edit of thirteen catalogues.
  format: formatter({ lineNumbers: false }),
});
