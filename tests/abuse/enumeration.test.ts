import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "../../services/platform/testing/world.ts";
import { countOf, isFull, timeoutMs } from "./counts.ts";
import {
  testUsers,
  factOf,
  password,
  type CallOutcome,
  resultOf,
  retryWhileBusy,
  wrongPassword,
} from "./test-users.ts";

let world: World;
let people: ReturnType<typeof testUsers>;

beforeAll(async () => {
  world = await openWorld();
  people = testUsers(world, 30_000);
});
afterAll(() => world.close());

const nobody = "nobody-at-all@example.com";
const differenceMaxMs = 5;
/** On a machine that does other things too, few pairs say little: in CI there are more until they say it. */
const roundsMax = isFull ? 1 : 5;

/** Everything that a caller can see, except for secrets that differ every time. */
function visiblePartOf(outcome: CallOutcome & { message?: string; value?: unknown }): unknown {
  const { ticket, seconds, to, ...facts } = (outcome.facts ?? {}) as Record<string, string>;
  const value = outcome.ok ? { ...(outcome.value as object), to: undefined } : undefined;
  return [outcome.ok, outcome.refusal, outcome.message, value, facts, ticket?.length, seconds, to === undefined];
}

async function calm(): Promise<void> {
  await sql`delete from identity.sign_in_tries`.execute(world.owner.db);
  await sql`delete from identity.codes`.execute(world.owner.db);
}

test(
  "whether somebody has an account cannot be told from any answer on the way in",
  async () => {
    const { loginId: somebody } = await people.one();
    const [one, other] = await Promise.all(
      [somebody, nobody].map(async (loginId) => {
        const { client } = world.visitor(`curious-${loginId.slice(0, 3)}`);
        const visible: unknown[] = [];
        const robot = () => world.robot(client);
        // A busy exchange has looked at nobody yet, and says nothing of anybody.
        async function note(ask: () => Promise<CallOutcome>): Promise<CallOutcome> {
          const outcome = await retryWhileBusy(ask);
          visible.push(visiblePartOf(outcome));
          return outcome;
        }
        for (let i = 0; i < 4; i += 1) await note(() => client.call("signIn", { loginId, password: wrongPassword }));
        for (let i = 0; i < 8; i += 1)
          await note(async () => client.call("signIn", { loginId, password: wrongPassword, robot: await robot() }));
        const locked = await note(async () =>
          client.call("signIn", { loginId, password: wrongPassword, robot: await robot() }),
        );
        const ticket = factOf(locked, "ticket");
        await note(() => client.call("sendSignInCode", { ticket, channel: "email" }));
        await note(() => client.call("sendSignInCode", { ticket, channel: "sms" }));
        for (let i = 0; i < 7; i += 1)
          await note(() => client.call("verifySignIn", { ticket, emailCode: `00000${i}` }));
        await note(() => client.call("verifySignIn", { ticket, emailCode: "000009", googleCode: "000000" }));
        await note(async () => client.call("sendCode", { purpose: "reset", loginId, robot: await robot() }));
        await note(async () => client.call("sendCode", { purpose: "reset", loginId, robot: await robot() }));
        const reset = { loginId, code: "000000", password: "An0ther-Harbour-Lamp" };
        for (let i = 0; i < 7; i += 1) await note(() => client.call("resetPassword", reset));
        await note(() => client.call("resetPassword", { ...reset, googleCode: "000000" }));
        await note(async () => client.call("sendCode", { purpose: "register", loginId, robot: await robot() }));
        await note(() => client.call("registerEmail", { email: loginId, code: "000000", password, terms: true }));
        return visible;
      }),
    );
    expect(one).toEqual(other);
    expect(one!.length).toBeGreaterThan(30);
  },
  timeoutMs,
);

const medianOf = (list: readonly number[]): number => list.toSorted((a, b) => a - b)[list.length >> 1]!;

type Robot = Awaited<ReturnType<World["robot"]>>;
type Timed = {
  readonly count: "timing" | "timingOfCodes";
  readonly ask: (loginId: string, robot: Robot | undefined) => Promise<CallOutcome>;
  /** Preparation of the caller, not timed. */
  readonly prepare?: () => Promise<Robot>;
};

/** How much longer the answer for a known account takes than for an unknown one right beside it. */
async function differencesMs({ ask, prepare, count }: Timed, somebody: string): Promise<number[]> {
  const differences: number[] = [];
  for (let i = 0; differences.length < countOf(count); i += 1) {
    const times: Record<string, number> = {};
    let isBusy = false;
    for (const loginId of i % 2 === 0 ? [somebody, nobody] : [nobody, somebody]) {
      await calm();
      const robot = await prepare?.();
      const began = performance.now();
      isBusy = resultOf(await ask(loginId, robot)) === "BUSY" || isBusy;
      times[loginId] = performance.now() - began;
    }
    // Answers refused before any check are not timed.
    if (!isBusy) differences.push(times[somebody]! - times[nobody]!);
  }
  return differences;
}

/** The figures for the report. */
type Note = (figure: string) => unknown;

async function isAlike(timed: Timed, somebody: string, note: Note): Promise<void> {
  const all: number[] = [];
  let difference = Infinity;
  for (let round = 0; round < roundsMax && difference >= differenceMaxMs; round += 1) {
    all.push(...(await differencesMs(timed, somebody)));
    difference = Math.abs(medianOf(all));
  }
  await note(`${all.length} pairs, medians apart by ${difference.toFixed(3)} ms`);
  expect(difference).toBeLessThan(differenceMaxMs);
}

test(
  "nor from how long a wrong password takes",
  async ({ annotate }) => {
    const { loginId } = await people.one();
    const { client } = world.visitor("clock");
    const ask = (asked: string) => client.call("signIn", { loginId: asked, password: wrongPassword });
    await isAlike({ count: "timing", ask }, loginId, annotate);
  },
  timeoutMs,
);

test(
  "nor from how long a wrong code of a reset takes",
  async ({ annotate }) => {
    const { loginId } = await people.one();
    const { client } = world.visitor("clock");
    const wish = { code: "000000", password: "An0ther-Harbour-Lamp" };
    const ask = (asked: string) => client.call("resetPassword", { ...wish, loginId: asked });
    await isAlike({ count: "timing", ask }, loginId, annotate);
  },
  timeoutMs,
);

test(
  "nor from how long it takes to be sent a code, or none",
  async ({ annotate }) => {
    const { loginId } = await people.one();
    const { client } = world.visitor("clock");
    const prepare = () => world.robot(client);
    for (const purpose of ["reset", "register"] as const) {
      const ask = (asked: string, robot: Robot | undefined) =>
        client.call("sendCode", { purpose, loginId: asked, ...(robot === undefined ? {} : { robot }) });
      await isAlike({ count: "timingOfCodes", ask, prepare }, loginId, annotate);
    }
  },
  timeoutMs,
);
