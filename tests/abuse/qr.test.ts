import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type Visitor, type World } from "../../services/platform/testing/world.ts";
import { countOf, timeoutMs } from "./counts.ts";
import { password, resultOf, signedIn, testUsers } from "./test-users.ts";

let world: World;
let people: ReturnType<typeof testUsers>;

beforeAll(async () => {
  world = await openWorld({ platform: { SIGN_IN_NEW_DEVICE: "notice" } });
  people = testUsers(world, 60_000);
});
afterAll(() => world.close());

const stateOf = async ({ client }: Visitor, ticket: string): Promise<string> => {
  const outcome = await client.call("qrState", { ticket });
  return outcome.ok ? outcome.value.state : resultOf(outcome);
};
const isIn = async ({ client }: Visitor): Promise<boolean> => (await client.call("userInfo", {})).ok;

async function shown({ client }: Visitor): Promise<{ code: string; ticket: string }> {
  const outcome = await client.call("createQr", {});
  if (!outcome.ok) throw new Error(outcome.message);
  expect(outcome.value.validSeconds).toBeLessThanOrEqual(60);
  return outcome.value;
}

test(
  "a picture lets in the page that shows it, once, after its owner's explicit yes, and nobody else in any other way",
  async () => {
    const other = await signedIn(world.visitor("other-phone"), await people.one());
    let phone = await signedIn(world.visitor("phone"), await people.one());
    for (let i = 0; i < countOf("qrThefts"); i += 1) {
      // An account has fifty sessions at most, and each QR code opens one.
      if (i % 40 === 39) phone = await signedIn(world.visitor("phone"), await people.one());
      const [page, thief] = [
        world.visitor(`page-${i}`),
        world.visitor(`thief-${i}`, { "x-forwarded-for": "168.126.63.1" }),
      ];
      const { code, ticket } = await shown(page);
      // Photographed, guessed, or carried to another device.
      expect(await stateOf(thief, code)).toBe("expired");
      expect(await stateOf(thief, randomBytes(24).toString("base64url"))).toBe("expired");
      expect(await stateOf(thief, ticket)).toBe("expired");
      expect(resultOf(await other.client.call("answerQr", { code, isConfirmed: true }))).toBe("QR_EXPIRED");
      expect(resultOf(await phone.client.call("scanQr", { code }))).toBe("ok");
      expect(resultOf(await other.client.call("answerQr", { code, isConfirmed: true }))).toBe("QR_EXPIRED");
      expect([await stateOf(page, ticket), await isIn(page)]).toEqual(["scanned", false]);
      // Her session alone is not her yes: a thief who has it cannot confirm.
      expect(resultOf(await phone.client.call("answerQr", { code, isConfirmed: true }))).toBe("PASSWORD_WRONG");
      expect(resultOf(await phone.client.call("answerQr", { code, isConfirmed: true, password }))).toBe("ok");
      expect([await stateOf(thief, ticket), await isIn(thief)]).toEqual(["expired", false]);
      const states = await Promise.all(Array.from({ length: 5 }, () => stateOf(world.visitor(`page-${i}`), ticket)));
      expect(states.filter((state) => state === "confirmed")).toHaveLength(1);
      expect(resultOf(await phone.client.call("answerQr", { code, isConfirmed: true }))).toBe("QR_EXPIRED");
    }
  },
  timeoutMs,
);

test(
  "a picture that a thief has begun and shows to somebody tells her his device and place, and without her yes it is worth nothing",
  async () => {
    const phone = await signedIn(world.visitor("phone"), await people.one());
    for (let i = 0; i < countOf("qrThefts"); i += 1) {
      const thief = world.visitor(`lure-${i}`, {
        "x-forwarded-for": "168.126.63.1",
        "user-agent": "A thief's browser",
      });
      const { code, ticket } = await shown(thief);
      expect(await phone.client.call("scanQr", { code })).toMatchObject({
        ok: true,
        value: { ip: "168.126.63.1", country: "KR", agent: "A thief's browser" },
      });
      expect([await stateOf(thief, ticket), await isIn(thief)]).toEqual(["scanned", false]);
      if (i % 2 === 0) await phone.client.call("answerQr", { code, isConfirmed: false });
      else await sql`update identity.qr_sign_ins set made_at = made_at - 60000`.execute(world.owner.db);
      expect(await stateOf(thief, ticket)).toBe(i % 2 === 0 ? "cancelled" : "expired");
      expect(resultOf(await phone.client.call("answerQr", { code, isConfirmed: true }))).toBe("QR_EXPIRED");
      expect(await isIn(thief)).toBe(false);
    }
  },
  timeoutMs,
);
