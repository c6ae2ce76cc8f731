import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "../../services/platform/testing/world.ts";
import { countOf, timeoutMs } from "./counts.ts";
import {
  bindTotp,
  testUsers,
  factOf,
  inParallel,
  passMinute,
  retryWhileBusy,
  password,
  signedIn,
  stepMs,
  totpAt,
  resultOf,
} from "./test-users.ts";

let world: World;
let people: ReturnType<typeof testUsers>;

beforeAll(async () => {
  world = await openWorld({ platform: { SIGN_IN_NEW_DEVICE: "notice" } });
  people = testUsers(world, 40_000);
});
afterAll(() => world.close());

const fresh = "An0ther-Harbour-Lamp";
const others = (code: string, count: number): string[] => {
  const list: string[] = [];
  for (let i = 0; list.length < count; i += 1) {
    const guess = String((i * 7_919) % 1_000_000).padStart(6, "0");
    if (guess !== code) list.push(guess);
  }
  return list;
};

async function resetCode(loginId: string): Promise<string> {
  await passMinute(world);
  const { client } = world.visitor("asks-for-it");
  const robot = await world.robot(client);
  expect(resultOf(await client.call("sendCode", { purpose: "reset", loginId, robot }))).toBe("ok");
  return world.sink.codeOf(loginId);
}

test(
  "five wrong guesses end a code, whoever makes them: the right one is refused then",
  async () => {
    const who = await people.one();
    const code = await resetCode(who.loginId);
    const wish = { loginId: who.loginId, password: fresh };
    const said = new Map<string, number>();
    for (const [i, guess] of others(code, countOf("codeGuesses")).entries()) {
      const { client } = world.visitor(`guesser-${i % 7}`);
      const word = resultOf(await retryWhileBusy(() => client.call("resetPassword", { ...wish, code: guess })));
      said.set(word, (said.get(word) ?? 0) + 1);
    }
    expect([...said.keys()]).toEqual(["CODE_WRONG"]);
    const { client } = world.visitor("guesser-0");
    expect(resultOf(await client.call("resetPassword", { ...wish, code }))).toBe("CODE_WRONG");
    const left = await sql<{ left: number }>`
      select tries_left as left from identity.codes where contact = ${who.loginId} order by made_at desc limit 1`.execute(
      world.owner.db,
    );
    expect(left.rows[0]!.left).toBe(0);
  },
  timeoutMs,
);

test(
  "guesses that come all at once are counted one by one",
  async () => {
    const who = await people.one();
    const code = await resetCode(who.loginId);
    const wish = { loginId: who.loginId, password: fresh };
    await inParallel(others(code, countOf("codeGuessesAtOnce")), 20, async (guess) => {
      const { client } = world.visitor(`crowd-${guess}`);
      const outcome = await retryWhileBusy(() => client.call("resetPassword", { ...wish, code: guess }));
      expect(resultOf(outcome)).toBe("CODE_WRONG");
    });
    const { client } = world.visitor("crowd-last");
    expect(resultOf(await client.call("resetPassword", { ...wish, code }))).toBe("CODE_WRONG");
  },
  timeoutMs,
);

test(
  "a code belongs to one purpose and one way in, serves once, lasts ten minutes, and there are ten a day",
  async () => {
    const who = await people.one();
    const visitor = await signedIn(world.visitor("home"), who);
    const { client } = visitor;
    const reset = await resetCode(who.loginId);
    // Nowhere else: not as the account's own code, not for registering, not for a sign-in.
    expect(resultOf(await client.call("setAntiPhishing", { text: "Blue boat", code: reset }))).toBe("CODE_WRONG");
    const register = { email: who.loginId, code: reset, password: fresh, terms: true } as const;
    expect(resultOf(await world.visitor("new").client.call("registerEmail", register))).toBe("CODE_WRONG");
    await sql`update identity.users set is_email_factor = true where uid = ${who.uid}`.execute(world.owner.db);
    const [one, two] = [world.visitor("one"), world.visitor("two")];
    const tickets: string[] = [];
    for (const each of [one, two])
      tickets.push(factOf(await each.client.call("signIn", { loginId: who.loginId, password }), "ticket"));
    expect(resultOf(await one.client.call("verifySignIn", { ticket: tickets[0]!, emailCode: reset }))).toBe(
      "CODE_WRONG",
    );
    await passMinute(world);
    await one.client.call("sendSignInCode", { ticket: tickets[0]!, channel: "email" });
    const emailCode = await world.sink.codeOf(who.loginId);
    expect(resultOf(await two.client.call("verifySignIn", { ticket: tickets[1]!, emailCode }))).toBe("CODE_WRONG");
    expect(resultOf(await two.client.call("verifySignIn", { ticket: tickets[0]!, emailCode }))).toBe("TICKET_EXPIRED");
    expect(resultOf(await one.client.call("verifySignIn", { ticket: tickets[0]!, emailCode }))).toBe("ok");
    expect(resultOf(await one.client.call("verifySignIn", { ticket: tickets[0]!, emailCode }))).toBe("TICKET_EXPIRED");
    const wish = { loginId: who.loginId, password: fresh };
    await sql`update identity.codes set made_at = made_at - 600001`.execute(world.owner.db);
    expect(resultOf(await client.call("resetPassword", { ...wish, code: reset }))).toBe("CODE_WRONG");
    let sent = 0;
    for (let i = 0; i < 12; i += 1) {
      await passMinute(world);
      const asked = await client.call("sendCode", {
        purpose: "reset",
        loginId: who.loginId,
        robot: await world.robot(client),
      });
      if (asked.ok) sent += 1;
      else expect(resultOf(asked)).toBe("CODE_LIMIT");
    }
    // Seven may be asked for by anybody, and one was before; one went to a sign-in, and two are left for its owner.
    expect(sent).toBe(6);
    const code = await world.sink.codeOf(who.loginId);
    for (const word of ["ok", "ok", "CODE_LIMIT"]) {
      await passMinute(world);
      expect(resultOf(await client.call("sendOwnCode", { channel: "email" }))).toBe(word);
    }
    expect(resultOf(await client.call("resetPassword", { ...wish, code }))).toBe("ok");
    expect(resultOf(await client.call("resetPassword", { ...wish, code }))).toBe("CODE_WRONG");
  },
  timeoutMs,
);

test(
  "a code of an authenticator serves once, over everything that asks for one",
  async () => {
    const who = await people.one();
    const visitor = await signedIn(world.visitor("home"), who);
    const key = await bindTotp(world, visitor, who);
    const ticketOf = async (device: string): Promise<string> =>
      factOf(await world.visitor(device).client.call("signIn", { loginId: who.loginId, password }), "ticket");
    const tickets = await Promise.all(["a", "b", "c"].map(ticketOf));
    const code = await resetCode(who.loginId);
    const [older, old, googleCode] = [totpAt(key, -2 * stepMs), totpAt(key, -stepMs), totpAt(key)];
    const ways = [
      ...tickets.map((ticket, i) => () => world.visitor("abc"[i]!).client.call("verifySignIn", { ticket, googleCode })),
      () => visitor.client.call("confirmFactor", { googleCode }),
      () =>
        world.visitor("reset").client.call("resetPassword", {
          loginId: who.loginId,
          password: fresh,
          code,
          googleCode,
        }),
    ];
    const words: string[] = [];
    const attempts = Array.from({ length: countOf("totpReplays") }, (_, i) => ways[i % ways.length]!);
    await inParallel(attempts, 10, async (way) => void words.push(resultOf(await way())));
    expect(words.filter((word) => word === "ok")).toHaveLength(1);
    // Nor does the one before it, which is still in its window.
    await sql`update identity.authenticators set wrong = 0, wrong_began_at = 0`.execute(world.owner.db);
    const last = world.visitor("last");
    let ticket = "";
    // Whichever way took the code may have been the one that set another password.
    for (const given of [password, fresh])
      ticket ||= factOf(await last.client.call("signIn", { loginId: who.loginId, password: given }), "ticket");
    for (const before of [older, old]) {
      const outcome = await last.client.call("verifySignIn", { ticket, googleCode: before });
      expect(resultOf(outcome)).toBe("GOOGLE_CODE_WRONG");
    }
  },
  timeoutMs,
);

test(
  "an authenticator's code is guessed at five times in ten minutes, over everything that asks for one, also all at once",
  async () => {
    const who = await people.one();
    const visitor = await signedIn(world.visitor("home"), who);
    const key = await bindTotp(world, visitor, who);
    const tickets = await Promise.all(
      ["a", "b", "c"].map(async (device) =>
        factOf(await world.visitor(device).client.call("signIn", { loginId: who.loginId, password }), "ticket"),
      ),
    );
    const ways = [
      ...tickets.map(
        (ticket, i) => (googleCode: string) =>
          world.visitor("abc"[i]!).client.call("verifySignIn", { ticket, googleCode }),
      ),
      (googleCode: string) => visitor.client.call("confirmFactor", { googleCode }),
    ];
    // None of them is right, now or while the test lasts.
    const right = new Set(Array.from({ length: 60 }, (_, i) => totpAt(key, (i - 2) * stepMs)));
    const guesses = others("", countOf("totpGuesses") + right.size).filter((guess) => !right.has(guess));
    const words = new Set<string>();
    await inParallel([...guesses.entries()], 10, async ([i, guess]) => {
      words.add(resultOf(await retryWhileBusy(() => ways[i % ways.length]!(guess))));
    });
    expect([...words]).toEqual(["GOOGLE_CODE_WRONG"]);
    for (const way of ways) expect(resultOf(await way(totpAt(key)))).toBe("GOOGLE_CODE_WRONG");
    // Ten minutes later its owner is let on again.
    await sql`update identity.authenticators set wrong_began_at = wrong_began_at - 600000 where uid = ${who.uid}`.execute(
      world.owner.db,
    );
    expect(resultOf(await visitor.client.call("confirmFactor", { googleCode: totpAt(key) }))).toBe("ok");
  },
  timeoutMs,
);
