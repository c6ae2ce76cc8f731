import { lingui, linguiTransformerBabelPreset } from "@lingui/vite-plugin";
import babel from "@rolldown/plugin-babel";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { firstScript } from "./first-script.ts";
import { packedFiles } from "./packed-files.ts";
import { pageContracts } from "./page-contracts.ts";
import { pageWords } from "./page-words.ts";

// Tools load this file from other folders too.
const here = fileURLToPath(new URL(".", import.meta.url));
const gateway = process.env.GATEWAY_URL ?? "http://127.0.0.1:8080";
// Where calls begin. A whole first step of the path: /market/… is a call, /markets is a page.
const proxy = {
  "^/(api|market|user|account|content|configs|activities|kyc)/": gateway,
  "^/ws$": { target: gateway, ws: true },
};

// What both entries need is one file. What starts one of them must not lie in it: it would start in the other too.
const ofOneEntry = /\/(index\.html|src\/(main|mobile)\.tsx|src\/routes\/(mobile-)?router\.tsx)/;

// The entry /m/ is a page of its own, also behind a site's prefix; the gateway does the same with the built files.
const mobileEntry: Plugin = {
  name: "mobile-entry",
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      if (/^\/(kr|vn|br)\/m\/?(\?|$)/.test(request.url ?? "")) request.url = "/m/";
      next();
    });
  },
};

const words = pageWords();

export default defineConfig({
  plugins: [
    mobileEntry,
    pageContracts(),
    words,
    react(),
    babel({ presets: [linguiTransformerBabelPreset({}, { cwd: here })] }),
    lingui({ cwd: here }),
    tailwind(),
    firstScript(words),
    packedFiles(),
  ],
  resolve: { alias: { zod: fileURLToPath(new URL("./schema-stand-in.ts", import.meta.url)) } },
  build: {
    // What an address needs is known to the first script. Lists of files for everything else weigh more than the one way more that they save;
    // styles have no other way in.
    modulePreload: {
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === "html" ? files : files.filter((file) => file.endsWith(".css")),
    },
    rolldownOptions: {
      input: { main: `${here}index.html`, m: `${here}m/index.html` },
      // Our own packages do nothing when they are merely imported: what nobody uses stays out.
      treeshake: {
        moduleSideEffects: (id) => !/\/(money|contracts|kit\/(client|ui))\/src\/.*\.tsx?$/.test(id),
        // A schema that nobody uses is nothing but its making.
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
