import { defineConfig } from "@lingui/cli";

/** The console is written in English; a language more is a catalogue beside it. */
export default defineConfig({
  sourceLocale: "en-US",
  locales: ["en-US"],
  catalogs: [{ path: "locales/{locale}", include: ["src"] }],
});
