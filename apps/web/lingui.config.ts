import { defineConfig } from "@lingui/cli";

export default defineConfig({
  sourceLocale: "en-US",
  locales: ["en-US"],
  catalogs: [{ path: "locales/{locale}", include: ["src"] }],
  orderBy: "messageId",
});
