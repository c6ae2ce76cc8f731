import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { readConfig } from "@tidemark/kit-node";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { kycSettings, messagesOfTools, openKycRegister, seedUsers } from "../../services/platform/src/index.ts";
import { readPicture } from "../../services/platform/testing/drawn-picture.ts";
import { signedInVisitor } from "../../services/platform/testing/factor.ts";
import { type HostileFile, hostileFiles } from "../../services/platform/testing/hostile-files.ts";
import { openWorld, type World } from "../../services/platform/testing/world.ts";
import { startS3 } from "../peers/s3.ts";
import { countOf, timeoutMs } from "./counts.ts";
import { retryWhileBusy } from "./test-users.ts";

/** In every file that can have it: found in a log, a table or an object, it has leaked. */
const canary = "cAnArY7hOsTiLe";
const password = "Gr3en-Harbour-Lamp";
const uid = 7601;
const why = { reason: "test", origin: "test" };
/** One account sends all of them. */
const manyUploads = { RATE_UPLOAD_PER_SECOND: "100000" };
const logged: string[] = [];
let world: World;
let store: Awaited<ReturnType<typeof startS3>>;
let client: ReturnType<World["visitor"]>["client"];
let fileAt: (index: number) => HostileFile;

beforeAll(async () => {
  fileAt = await hostileFiles(canary);
  store = await startS3();
  world = await openWorld({
    platform: { ...store.settings, SIGN_IN_NEW_DEVICE: "notice", LOG_LEVEL: "trace", ...manyUploads },
    gateway: { LOG_LEVEL: "trace", ...manyUploads },
    onLine: (line) => void logged.push(line),
  });
  await seedUsers(world.database.url, [{ uid, name: "hostile", email: "hostile@example.com" }], password);
  ({ client } = await signedInVisitor(world, "device-hostile", "hostile@example.com", password));
});
afterAll(async () => {
  await world.close();
  await store.end();
});

/** The beginnings of whatever a browser or a person would open. */
const opens = ["\xff\xd8\xff", "\x89PNG", "RIFF", "GIF8", "%PDF", "PK\u0003\u0004", "\x7fELF", "<"] as const;

async function keptRows(): Promise<string> {
  const parts: string[] = [];
  for (const table of ["kyc.files", "kyc.verifications", "operator.audit_log", "content.request_log"]) {
    const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.raw(table)} t`.execute(
      world.owner.db,
    );
    parts.push(...rows.map(({ text }) => text));
  }
  return parts.join("\n");
}

test(
  "[D.34] hostile files are refused or become other pictures: none is stored as it came, none can be opened without its key, and no log has any of it",
  async () => {
    const total = countOf("hostileFiles");
    const results = new Map<string, Set<string>>();
    let taken = 0;
    for (let i = 0; i < total; i += 1) {
      const { kind, bytes, name, type } = fileAt(i);
      const file = new File([Uint8Array.from(bytes)], name, { type });
      const ask = { part: "front", documentKind: "passport", documentCountry: "DE", file } as const;
      const outcome = await retryWhileBusy(() => client.call("uploadPicture", ask));
      const result = outcome.ok ? "taken" : (outcome.refusal ?? String(outcome.code));
      results.set(kind, (results.get(kind) ?? new Set()).add(result));
      if (!outcome.ok) continue;
      taken += 1;
    }
    const allowed = ["FILE_NOT_PICTURE", "PICTURE_TOO_SMALL"];
    // Its name has the character U+0000, which no call takes.
    expect(results.get("archive")).toEqual(new Set(["REQUEST_INVALID"]));
    results.delete("archive");
    for (const kind of ["truncated", "head", "svg", "bomb", "half"])
      for (const result of results.get(kind) ?? [])
        expect(allowed.map((one) => [kind, one])).toContainEqual([kind, result]);
    for (const set of results.values()) for (const result of set) expect(["taken", ...allowed]).toContain(result);
    expect(taken).toBeGreaterThan(0);
    const objects = readdirSync(store.directory);
    expect(objects.length).toBeGreaterThan(0);
    for (const id of objects) {
      const object = readFileSync(join(store.directory, id)).toString("latin1");
      expect(opens.filter((start) => object.startsWith(start))).toEqual([]);
      expect([object.includes(canary), object.includes("<script"), object.includes("JFIF")]).toEqual([
        false,
        false,
        false,
      ]);
      expect(statSync(join(store.directory, id)).size).toBeGreaterThan(1_000);
    }
    const register = openKycRegister(world.database.url, readConfig(kycSettings, store.settings), messagesOfTools);
    try {
      const picture = await register.view({ ...why, uid, part: "front" });
      expect(await readPicture(picture)).toMatchObject({ format: "jpeg", hasMetadata: false });
      expect(picture.includes(canary)).toBe(false);
    } finally {
      await register.close();
    }
    expect((await keptRows()).includes(canary)).toBe(false);
    expect(logged.join("\n").includes(canary)).toBe(false);
    process.stdout.write(`hostile files: ${total} sent, ${taken} taken as other pictures\n`);
  },
  timeoutMs,
);

test("no path of the gateway or the platform gives a stored picture out", async () => {
  const { rows } = await sql<{ id: string }>`select id from kyc.files limit 1`.execute(world.owner.db);
  const { id } = rows[0]!;
  for (const path of [`/kyc/file/${id}`, `/kyc/file?id=${id}`, `/${id}`, "/kyc/file"])
    for (const base of [world.url, world.platformUrl]) {
      const answer = await fetch(`${base}${path}`);
      expect(answer.headers.get("content-type") ?? "").not.toContain("image");
      expect((await answer.arrayBuffer()).byteLength).toBeLessThan(500);
    }
});
