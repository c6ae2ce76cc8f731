import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type Visitor, type World } from "../../services/platform/testing/world.ts";
import { passkeyDevice } from "../peers/passkey-device.ts";
import { countOf, timeoutMs } from "./counts.ts";
import { testUsers, inParallel, password, signedIn, resultOf, wrongPassword } from "./test-users.ts";

let world: World;
let people: ReturnType<typeof testUsers>;

beforeAll(async () => {
  world = await openWorld({ platform: { SIGN_IN_NEW_DEVICE: "notice" } });
  people = testUsers(world, 20_000);
});
afterAll(() => world.close());

const addressOf = (i: number): string => `10.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}`;
/** What an answer reveals about a guessed password. */
const revealsPassword = (word: string): boolean => word === "ok" || word === "LOGIN_WRONG";

test(
  "lists of stolen passwords from many addresses open only what they rightly hold, and tell little of each account",
  async ({ annotate }) => {
    const list = await people.many(countOf("stuffingAccounts"));
    // One account in twelve has the password that was stolen elsewhere; every third name on the list has no account here.
    const leaked = new Set(list.filter((_one, i) => i % 12 === 0).map(({ loginId }) => loginId));
    const names = list.flatMap(({ loginId }, i) => (i % 3 === 2 ? [loginId, `nobody${i}@example.com`] : [loginId]));
    const thieves: Visitor[] = Array.from({ length: countOf("stuffingAddresses") }, (_, i) =>
      world.visitor(`thief-${i}`, { "x-forwarded-for": addressOf(i) }),
    );
    const opened = new Set<string>();
    const answers = new Map<string, number>();
    const guesses = Array.from({ length: countOf("stuffing") }, (_, i) => i);
    await inParallel(guesses, 6, async (i) => {
      const loginId = names[i % names.length]!;
      // The list begins with what was stolen, as lists do: the crowd takes it from its end.
      const isStolen = i >= guesses.length - names.length && leaked.has(loginId);
      const { client } = thieves[i % thieves.length]!;
      const word = resultOf(
        await client.call("signIn", { loginId, password: isStolen ? password : `${wrongPassword}${i}` }),
      );
      if (word === "ok") opened.add(loginId);
      if (revealsPassword(word)) answers.set(loginId, (answers.get(loginId) ?? 0) + 1);
    });
    await annotate(
      `${guesses.length} passwords from ${thieves.length} addresses: ${opened.size} accounts opened of ${leaked.size} that were stolen, ` +
        `at most ${Math.max(...answers.values())} answers about one account`,
    );
    expect([...opened].toSorted()).toEqual([...leaked].toSorted());
    expect(Math.max(...answers.values())).toBeLessThanOrEqual(10);
    expect(answers.size).toBeGreaterThan(list.length / 2);
  },
  timeoutMs,
);

test(
  "who also does the robot's work, from a new address each time, is told of ten passwords an hour and no more",
  async () => {
    const who = await people.one();
    let answers = 0;
    const tries = 25;
    for (let i = 0; i < tries; i += 1) {
      const { client } = world.visitor(`worker-${i}`, { "x-forwarded-for": addressOf(70_000 + i) });
      const robot = await world.robot(client);
      const outcome = await client.call("signIn", { loginId: who.loginId, password: `${wrongPassword}${i}`, robot });
      if (revealsPassword(resultOf(outcome))) answers += 1;
    }
    expect(answers).toBe(10);
    // That the eleventh was right is not revealed either: this takes a code that only the owner gets.
    const { client } = world.visitor("worker-last", { "x-forwarded-for": addressOf(80_000) });
    const robot = await world.robot(client);
    expect(await client.call("signIn", { loginId: who.loginId, password, robot })).toMatchObject({
      refusal: "VERIFY_NEEDED",
      facts: { needs: "email" },
    });
  },
  timeoutMs,
);

test(
  "an account that is guessed at lets its owner in by his passkey at once",
  async () => {
    const who = await people.one();
    const home = world.url.replace("127.0.0.1", "localhost");
    const manner = { origin: home, rpId: "localhost" };
    const visitor = await signedIn(world.visitor("owner", {}, undefined, home), who);
    const started = await visitor.client.call("startPasskey", { password });
    if (!started.ok) throw new Error(started.message);
    const device = passkeyDevice();
    const passkey = device.make(started.value.options, manner);
    const { ticket } = started.value;
    expect(resultOf(await visitor.client.call("addPasskey", { ticket, name: "Phone", passkey }))).toBe("ok");
    for (let i = 0; i < 15; i += 1) {
      const { client } = world.visitor(`loud-${i}`);
      const robot = await world.robot(client);
      await client.call("signIn", { loginId: who.loginId, password: wrongPassword, robot });
    }
    const elsewhere = world.visitor("owner-elsewhere", {}, undefined, home);
    const asked = await elsewhere.client.call("challengePasskey", { purpose: "signIn" });
    if (!asked.ok) throw new Error(asked.message);
    const answer = device.answer(asked.value.ticket, asked.value.options, manner);
    expect(resultOf(await elsewhere.client.call("signInByPasskey", { passkey: answer }))).toBe("ok");
  },
  timeoutMs,
);

test(
  "whoever took over a session cannot guess its password either",
  async () => {
    const who = await people.one();
    const { client } = await signedIn(world.visitor("taken-over"), who);
    const fresh = "An0ther-Harbour-Lamp";
    for (let i = 0; i < 10; i += 1)
      expect(resultOf(await client.call("setPassword", { oldPassword: `${wrongPassword}${i}`, password: fresh }))).toBe(
        "PASSWORD_WRONG",
      );
    expect(resultOf(await client.call("setPassword", { oldPassword: password, password: fresh }))).toBe(
      "PASSWORD_WRONG",
    );
    // An hour and ten minutes later.
    await sql`update identity.sign_in_tries set span = span - 7`.execute(world.owner.db);
    expect(resultOf(await client.call("setPassword", { oldPassword: password, password: fresh }))).toBe("ok");
  },
  timeoutMs,
);
