import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { replayGolden } from "@tidemark/engine/sim";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL("../../engine/fixtures/golden/", import.meta.url));
const versions = readdirSync(folder)
  .filter((name) => name.endsWith(".bin"))
  .map((name) => name.slice(0, -4));

test("[S9] there is a golden journal of the first logic version", () => expect(versions).toContain("v1"));

test.each(versions)("[S9] the golden journal %s gives the events it was recorded with", (version) => {
  const recorded: unknown = JSON.parse(readFileSync(`${folder}${version}.json`, "utf8"));
  const hash = createHash("sha256");
  const { commands, events } = replayGolden(readFileSync(`${folder}${version}.bin`), (rows) => hash.update(rows));
  expect({ commands, events, sha256: hash.digest("hex") }).toEqual(recorded);
});
