// `node tools/check/golden.ts record <version>` writes a golden journal, what comes out of it, and the snapshot behind it. Before the first
// tagged release they may be recorded anew, in a commit that says why; afterwards never.
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { snapshot } from "@tidemark/engine";
import { recordGolden, replayGolden } from "@tidemark/engine/sim";

const folder = fileURLToPath(new URL("../../engine/fixtures/golden/", import.meta.url));
const [, , word, version] = process.argv;
if (word !== "record" || version === undefined) throw new Error("usage: node tools/check/golden.ts record <version>");
const bytes = recordGolden(20_261_115, 120, Number(version));
const hash = createHash("sha256");
const { commands, events, state } = replayGolden(bytes, Number(version), (rows) => hash.update(rows));
writeFileSync(`${folder}v${version}.bin`, bytes);
writeFileSync(
  `${folder}v${version}.json`,
  `${JSON.stringify({ commands, events, sha256: hash.digest("hex") }, undefined, 2)}\n`,
);
writeFileSync(`${folder}v${version}.snapshot.br`, brotliCompressSync(snapshot(state)));
process.stdout.write(`v${version}: ${commands} commands, ${bytes.length} bytes, ${events} numbers of events\n`);
