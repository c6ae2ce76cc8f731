import { afterEach, expect, test } from "vitest";
import { openPasswords, type Passwords } from "./passwords.ts";

let passwords: Passwords;
afterEach(() => passwords.close());
const open = (waitMaxMs: number): Passwords =>
  (passwords = openPasswords({ waitMaxMs, niceness: 5 }, { steady: () => performance.now() }));

test("a password is right against its own hash only, and nobody's is never right", async () => {
  const { hash, isRight } = open(10_000);
  const kept = await hash("Gr3en-Harbour");
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hash("Gr3en-Harbour")).not.toBe(kept);
  expect(await isRight("Gr3en-Harbour", kept)).toBe(true);
  expect(await isRight("gr3en-Harbour", kept)).toBe(false);
  expect(await isRight("nobody's", undefined)).toBe(false);
  expect(await isRight("x", "no hash at all")).toBe(false);
});

test("who waits longer than is allowed is told so, and so is whoever waits when it ends", async () => {
  const { hash, close } = open(1);
  const all = await Promise.all(Array.from({ length: 6 }, () => hash("Gr3en-Harbour")));
  expect(all[0]).toMatch(/^\$argon2id/);
  expect(all.filter((one) => one === undefined).length).toBeGreaterThanOrEqual(4);
  const last = hash("Gr3en-Harbour");
  close();
  expect(await last).toBeUndefined();
  expect(await hash("Gr3en-Harbour")).toBeUndefined();
});

test("who comes on a device that the account knows goes before the crowd", async () => {
  const { hash, isRight } = open(10_000);
  const kept = await hash("Gr3en-Harbour");
  const done: string[] = [];
  const queued = Array.from({ length: 5 }, () => isRight("guessed", kept).then(() => done.push("crowd")));
  const home = isRight("Gr3en-Harbour", kept, true).then(() => done.push("home"));
  await Promise.all([...queued, home]);
  // One of the crowd was being looked at already.
  expect(done.indexOf("home")).toBe(1);
});

test("a crowd that cannot be looked at in time is told so without waiting, and who is at home is still looked at", async () => {
  const { hash, isRight, isOverloaded } = open(1_500);
  const kept = await hash("Gr3en-Harbour");
  const queued = Array.from({ length: 100 }, () => isRight("guessed", kept));
  expect(isOverloaded()).toBe(true);
  // Within one turn of the loop: whoever stood in the queue of a hundred would wait for a hundred.
  let answer: boolean | "none" | undefined = "none";
  void isRight("guessed", kept).then((value) => (answer = value));
  await new Promise((resolve) => setImmediate(resolve));
  expect(answer).toBeUndefined();
  expect(await isRight("Gr3en-Harbour", kept, true)).toBe(true);
  const checked = await Promise.all(queued);
  expect(checked).toContain(false);
  expect(checked).toContain(undefined);
  expect(isOverloaded()).toBe(false);
});
