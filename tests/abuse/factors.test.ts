import { type Call, type CallName, callList, calls, requirementsOf } from "@tidemark/contracts";
import type { Client } from "@tidemark/kit-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "../../services/platform/testing/world.ts";
import { passkeyDevice } from "../peers/passkey-device.ts";
import { timeoutMs } from "./counts.ts";
import { testUsers, passMinute, password, signedIn, resultOf } from "./test-users.ts";

let world: World;
let people: ReturnType<typeof testUsers>;

beforeAll(async () => {
  world = await openWorld({ platform: { SIGN_IN_NEW_DEVICE: "notice" } });
  people = testUsers(world, 70_000);
});
afterAll(() => world.close());

const fresh = "An0ther-Harbour-Lamp";
const newAddress = "another@example.com";

/** Each of these calls with everything right but the factor; `code` is one to the account's own address. */
const asks = (code: string, newCode: string): Partial<Record<CallName, object>> => ({
  setPassword: { oldPassword: password, password: fresh },
  bindAuthenticator: { googleCode: "000000", code },
  bindContact: { loginId: newAddress, newCode, code },
  setCodeFactor: { channel: "email", isOn: true, code },
  setAntiPhishing: { text: "Blue boat", code },
  answerQr: { code: "c".repeat(43), isConfirmed: true, password },
  startPasskey: { password },
  removeOAuth: { provider: "google" },
  removePasskey: { id: "any" },
  removeAuthenticator: { code },
});

const nameOf = (call: Call): CallName =>
  (Object.entries(calls) as [CallName, unknown][]).find(([, one]) => one === call)![0];

const stateOf = async (client: Client) => {
  const [guards, list] = [await client.call("securitySettings", {}), await client.call("passkeyList", {})];
  return [guards.ok && guards.value, list.ok && list.value.list.map(({ id }) => id)];
};

test(
  "whatever the table says to need the account's second factor is refused to a session that has not shown it, and changes nothing",
  async () => {
    const who = await people.one();
    const home = world.url.replace("127.0.0.1", "localhost");
    const { client } = await signedIn(world.visitor("home", {}, undefined, home), who);
    const started = await client.call("startPasskey", { password });
    if (!started.ok) throw new Error(started.message);
    const { ticket, options } = started.value;
    const passkey = passkeyDevice().make(options, { origin: home, rpId: "localhost" });
    expect(resultOf(await client.call("addPasskey", { ticket, name: "Phone", passkey }))).toBe("ok");
    await passMinute(world);
    await client.call("sendOwnCode", { channel: "email" });
    await client.call("sendNewContactCode", { loginId: newAddress });
    const table = asks(await world.sink.codeOf(who.loginId), await world.sink.codeOf(newAddress));
    const guarded = callList.filter((call) => requirementsOf(call).factor !== "–");
    const before = await stateOf(client);
    for (const call of guarded) {
      const name = nameOf(call);
      // A call that is new in the table is refused by the gateway where it always needs the factor; any other has a line above.
      const ask = table[name] ?? (requirementsOf(call).factor === "fresh" ? {} : undefined);
      expect([name, ask]).not.toEqual([name, undefined]);
      expect([name, resultOf(await client.call(name, ask as never))]).toEqual([name, "FACTOR_NEEDED"]);
    }
    expect(await stateOf(client)).toEqual(before);
    expect(guarded.length).toBeGreaterThanOrEqual(9);
  },
  timeoutMs,
);
