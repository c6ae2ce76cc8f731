import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { extname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const packable = new Set([".html", ".js", ".css", ".json", ".webmanifest", ".svg", ".txt", ".wasm"]);
/** Files that fit into one packet gain nothing from compression. */
const packedFromBytes = 1_024;
const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];

async function pack(path: string): Promise<void> {
  if (!packable.has(extname(path)) || (await stat(path)).size < packedFromBytes) return;
  const bytes = await readFile(path);
  const forms = [
    { ending: ".br", packed: await brotli(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }) },
    { ending: ".gz", packed: await zip(bytes, { level: constants.Z_BEST_COMPRESSION }) },
  ];
  for (const { ending, packed } of forms) if (packed.length < bytes.length) await writeFile(path + ending, packed);
}

/** Writes a .br and a .gz copy beside every built file, at the highest level, so that the gateway only has to choose one. */
export function packedFiles(): Plugin {
  let folder = "";
  return {
    name: "packed-files",
    apply: "build",
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
      await Promise.all(paths.map(pack));
    },
  };
}
