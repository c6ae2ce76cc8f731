import { lingui, linguiTransformerBabelPreset } from "@lingui/vite-plugin";
import babel from "@rolldown/plugin-babel";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { firstScript } from "./build/first-script.ts";
import { packedFiles } from "./build/compressed-files.ts";
import { pageContracts } from "./build/page-contracts.ts";
import { pageTexts } from "./build/page-texts.ts";

// Tools load this file from other folders too.
const here = fileURLToPath(new URL(".", import.meta.url));
const gateway = process.env.GATEWAY_URL ?? "http://127.0.0.1:8080";
// First path segments of calls. The whole segment: /market/… is a call, /markets is a page.
// With the page's own Host, as behind a real proxy: passkeys belong to the host that the user sees. Vite would rewrite it by default.
const proxy = {
  "^/(api|market|user|account|content|configs|activities|kyc)/": { target: gateway, changeOrigin: false },
  "^/ws$": { target: gateway, ws: true, changeOrigin: false },
  // Development only: the faucet of the local chain.
  ...(process.env.FAUCET_URL === undefined ? {} : { "^/faucet[?]": { target: process.env.FAUCET_URL } }),
};

// What both entries need is one file. The start of one entry must not be in it: it would run in the other too.
const ofOneEntry = /\/(index\.html|src\/(main|mobile)\.tsx|src\/routes\/(mobile-)?router\.tsx)/;

// The entry /m/ is a separate page, also behind a site's prefix; the gateway does the same with the built files.
const mobileEntry: Plugin = {
  name: "mobile-entry",
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      if (/^\/(kr|vn|br)\/m\/?(\?|$)/.test(request.url ?? "")) request.url = "/m/";
      next();
    });
  },
};

const texts = pageTexts();

export default defineConfig({
  plugins: [
    mobileEntry,
    pageContracts(),
    texts,
    react(),
    babel({ presets: [linguiTransformerBabelPreset({}, { cwd: here })] }),
    lingui({ cwd: here }),
    tailwind(),
    firstScript(texts),
    packedFiles(),
  ],
  resolve: { alias: { zod: fileURLToPath(new URL("./build/schema-stub.ts", import.meta.url)) } },
  build: {
    // The first script preloads what a path needs. Preload lists for everything else are larger than the round trip they save; styles are
    // only loaded through them.
    modulePreload: {
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === "html" ? files : files.filter((file) => file.endsWith(".css")),
    },
    rolldownOptions: {
      input: { main: `${here}index.html`, m: `${here}m/index.html` },
      // Importing our packages has no side effects, so unused exports are dropped.
      treeshake: {
        moduleSideEffects: (id) => !/\/(money|contracts|kit\/(client|ui))\/src\/.*\.tsx?$/.test(id),
        // Creating an unused schema has no side effects either.
        manualPureFunctions: ["z", "defineCall", "defineTopic"],
      },
      output: {
        codeSplitting: {
          groups: [{ name: "first", tags: ["$initial"], test: (id) => !ofOneEntry.test(id) }],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy,
  },
  preview: {
    port: 4173,
    proxy,
  },
});
