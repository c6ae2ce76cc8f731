import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, expect, test } from "vitest";
import { type Fixture, hotAddress, intentOf, openFixture, testKeys, withdrawLine } from "../testing/fixture.ts";
import { checkWholeAudit, openStore } from "./store.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});
function opened(): Fixture {
  const fixture = openFixture();
  folders.push(dirname(fixture.path));
  return fixture;
}

test("a changed or missing line of the audit is seen at the next start", async () => {
  for (const damage of [
    "UPDATE audit SET line = replace(line, 'ETHEREUM', 'ETHEREUN') WHERE seq = 1",
    "DELETE FROM audit WHERE seq = 2",
    "UPDATE audit SET hash = substr(hash, 2) || substr(hash, 1, 1) WHERE seq = 3",
  ]) {
    const fixture = opened();
    for (let nonce = 0; nonce < 3; nonce += 1) await fixture.signer.answer(withdrawLine(intentOf(), nonce));
    fixture.store.close();
    expect(checkWholeAudit(fixture.path)).toBe(6);
    const db = new DatabaseSync(fixture.path);
    db.exec(damage);
    db.close();
    expect(() => openStore(fixture.path, hotAddress, Date.now)).toThrow("audit:");
    expect(() => checkWholeAudit(fixture.path)).toThrow("audit:");
  }
});

test("a store belongs to one key and to one process", () => {
  const fixture = opened();
  expect(() => openStore(fixture.path, hotAddress, Date.now)).toThrow("locked");
  fixture.store.close();
  expect(() => openStore(fixture.path, testKeys.addressOf(0), Date.now)).toThrow("belongs to");
  expect(() => openStore(`${fixture.path}.none`, hotAddress, Date.now)).toThrow("not found");
});

test("a store that cannot be written refuses, and nothing is signed", async () => {
  const fixture = opened();
  fixture.store.close();
  const answer = await fixture.signer.answer(withdrawLine(intentOf(), 0));
  expect(answer).toMatchObject({ ok: false, reason: "store_unavailable" });
});
