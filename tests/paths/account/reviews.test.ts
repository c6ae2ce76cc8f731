import { auditLog, brokenAt } from "@tidemark/kit-node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedUsers } from "../../../services/platform/src/index.ts";
import { jpegOf } from "../../../services/platform/testing/drawn-picture.ts";
import { signedInVisitor } from "../../../services/platform/testing/factor.ts";
import { openWorld, type World } from "../../../services/platform/testing/world.ts";
import { startS3 } from "../../peers/s3.ts";
import { type Browser, type ConsoleWorld, openConsoleWorld, openOperator } from "../console/console-world.ts";

// The way of a review: a trader submits at the gateway, an operator decides in the console, the platform carries it out and writes the audit log.
const [uid, name, password] = [7601, "maren", "Gr3en-Harbour-Lamp"];
const reason = "read and compared";
let store: Awaited<ReturnType<typeof startS3>>;
let world: World;
let console: ConsoleWorld;
let trader: ReturnType<World["visitor"]>["client"];
let reviewer: Browser;
let other: Browser;

beforeAll(async () => {
  store = await startS3();
  world = await openWorld({ platform: { SIGN_IN_NEW_DEVICE: "notice", ...store.settings } });
  console = await openConsoleWorld({ CORE_NAME: world.core }, world.database);
  await seedUsers(world.database.url, [{ uid, name, email: `${name}@example.com` }], password);
  ({ client: trader } = await signedInVisitor(world, "device-review", `${name}@example.com`, password));
  reviewer = (await openOperator(console, "olivia", ["support"])).browser;
  other = (await openOperator(console, "oscar", ["markets"])).browser;
});
afterAll(async () => {
  await console?.close();
  await world?.close();
  await store?.end();
});

async function answered<T>(of: Promise<{ readonly result: string; readonly data: unknown }>): Promise<T> {
  const { result, data } = await of;
  expect(result).toBe("ok");
  return data as T;
}
const nicknames = async (): Promise<readonly { id: number; nickname: string }[]> =>
  (await answered<{ list: { id: number; nickname: string }[] }>(reviewer.call("nicknameQueue"))).list;
const linesOf = async (action: string) =>
  (await auditLog.all(console.owner.db))
    .filter((line) => line.action === action)
    .map(({ uid: by, subject, reason: why }) => ({ by: by > 0 && by < 100_000, subject, why }));

test("a nickname is decided in the console, once, and its user reads it", async () => {
  expect(await trader.call("changeNickname", { nickName: "Deep Harbour" })).toMatchObject({ ok: true });
  const [waiting] = await nicknames();
  expect(waiting).toMatchObject({ uid, nickname: "Deep Harbour" });
  const ask = { id: waiting!.id, decision: "ACCEPT", reason };
  expect(await answered(reviewer.call("decideNickname", ask))).toMatchObject({ state: "ACCEPTED" });
  expect((await reviewer.call("decideNickname", { ...ask, decision: "REJECT" })).result).toBe("PROPOSAL_FINAL");
  expect((await reviewer.call("decideNickname", { ...ask, id: 999_999 })).result).toBe("NOT_FOUND");
  expect(await nicknames()).toEqual([]);
  expect(await trader.call("userInfo", {})).toMatchObject({ value: { currentNickName: "Deep Harbour" } });
  expect(await linesOf("nickname decided")).toEqual([{ by: true, subject: `${uid} Deep Harbour`, why: reason }]);
});

test("who lacks the role, a reason or a fresh passkey reviews nothing", async () => {
  expect((await other.call("nicknameQueue")).result).toBe("OPERATOR_ROLE_MISSING");
  expect((await other.call("viewPersonalData", { uid, reason })).result).toBe("OPERATOR_ROLE_MISSING");
  expect((await reviewer.call("viewPersonalData", { uid, reason: "" })).result).toBe("REQUEST_INVALID");
  console.pass(11 * 60_000);
  expect((await reviewer.call("viewPersonalData", { uid, reason })).result).toBe("FACTOR_NEEDED");
  console.pass(-11 * 60_000);
  expect(await linesOf("verification viewed")).toEqual([]);
});

test("[S1.82] a verification is seen part by part, each view a line of the log, refused with a reason and approved", async () => {
  const data = {
    givenNames: "Maren",
    familyName: "Quayle",
    birthDate: "1994-06-21",
    citizenship: "DE",
    street: "Hafenweg 12",
    postcode: "20457",
    city: "Hamburg",
    country: "DE",
  };
  const send = async (part: "front" | "selfie", seed: number) => {
    const file = new File([Uint8Array.from(await jpegOf(seed))], "x.jpg", { type: "image/jpeg" });
    return trader.call("uploadPicture", { part, documentKind: "passport", documentCountry: "NO", file });
  };
  expect(await trader.call("savePersonalData", data)).toMatchObject({ ok: true });
  for (const [part, seed] of [
    ["front", 1],
    ["selfie", 2],
  ] as const)
    expect(await send(part, seed)).toMatchObject({ ok: true });
  expect(await trader.call("submitVerification", {})).toMatchObject({ ok: true });

  const { list } = await answered<{ list: { uid: number; pictures: string[] }[] }>(reviewer.call("verificationQueue"));
  expect(list).toMatchObject([{ uid, documentKind: "passport", documentCountry: "NO", tries: 1 }]);
  expect(await answered(reviewer.call("viewPersonalData", { uid, reason }))).toEqual({ data });
  const picture = await answered<{ bytes: string; next: number | null }>(
    reviewer.call("viewPicture", { uid, part: "front", reason }),
  );
  expect(Buffer.from(picture.bytes, "base64").subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  expect((await reviewer.call("viewPicture", { uid, part: "back", reason })).result).toBe("NOT_FOUND");
  expect(await linesOf("verification viewed")).toEqual(
    ["data", "front", "back"].map((part) => ({ by: true, subject: `${uid} ${part}`, why: reason })),
  );

  const refused = { uid, because: "SELFIE_UNCLEAR", reason };
  expect(await answered(reviewer.call("decideVerification", refused))).toMatchObject({ state: "REFUSED" });
  expect(await trader.call("verification", {})).toMatchObject({
    value: { rows: [{ status: 9, reason: "SELFIE_UNCLEAR", kept: ["data", "front"] }] },
  });
  expect((await reviewer.call("decideVerification", { uid, reason })).result).toBe("PROPOSAL_FINAL");
  expect(await send("selfie", 3)).toMatchObject({ ok: true });
  expect(await trader.call("submitVerification", {})).toMatchObject({ ok: true });
  expect(await answered(reviewer.call("decideVerification", { uid, reason }))).toMatchObject({ state: "APPROVED" });
  expect(brokenAt(await auditLog.all(console.owner.db))).toBeUndefined();
});
