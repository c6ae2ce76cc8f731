import { fileURLToPath } from "node:url";
import { linguiTransformerBabelPreset } from "@lingui/vite-plugin";
import babel from "@rolldown/plugin-babel";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// Tools load this file from other folders too.
const here = fileURLToPath(new URL(".", import.meta.url));

export default defineConfig({
  // English stands in the sources, so that it needs no catalogue.
  plugins: [
    react(),
    babel({ presets: [linguiTransformerBabelPreset({ descriptorFields: "message" }, { cwd: here })] }),
    tailwind(),
  ],
  // The policy of the pages allows files of their own origin and nothing that is written into them.
  build: { modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
  server: {
    port: 5175,
    proxy: { "^/console/": { target: process.env.CONSOLE_URL ?? "http://127.0.0.1:8095", changeOrigin: false } },
  },
});
