// The crowd of a sign-in storm, in a process of its own: told how long, it tries two hundred passwords a second from as many places, and
// among them some people with the right one, whose pages come again when we are busy. Says what became of them.
import { type KeyObject, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { refusals } from "@tidemark/contracts";
import { cookiesOf, keyOf, proofOf } from "../../../tests/load/pipeline.ts";
import { developmentPassword, emailOf } from "../../dev/seed/people.ts";

export type StormWish = { readonly seconds: number; readonly perSecond: number; readonly people: readonly string[] };
export type StormReport = {
  readonly attempts: number;
  readonly busy: number;
  /** Milliseconds until each of the people was in; those who never were are missing. */
  readonly inAfterMs: readonly number[];
};

const url = process.argv[2]!;
const path = "/user/login";
const giveUpAfterMs = 15_000;
const comeAgainAfterMs = 1_200;

/** Each from somewhere else: an address of many browsers would be held up long before the door. */
const somewhere = (): string => `10.${[...randomBytes(3)].join(".")}`;

type Browser = { readonly deviceId: string; readonly cookie: string; readonly key: KeyObject };

async function newBrowser(): Promise<Browser> {
  const deviceId = randomBytes(9).toString("base64url");
  const answer = await fetch(`${url}/market/v3/current/datetime`, {
    headers: {
      "client-data": JSON.stringify({ deviceId, uuid: deviceId, clientType: 0 }),
      "x-forwarded-for": somewhere(),
    },
  });
  return { deviceId, cookie: cookiesOf(answer).join("; "), key: keyOf(answer) };
}

async function tryOnce({ deviceId, cookie, key }: Browser, loginId: string, password: string): Promise<number> {
  const { auth, mark } = proofOf(key, path, deviceId);
  const answer = await fetch(`${url}${path}?auth=${auth}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "client-data": JSON.stringify({ deviceId, uuid: deviceId, clientType: 0 }),
      "bot-mark": mark,
      "x-forwarded-for": somewhere(),
      cookie,
    },
    body: JSON.stringify({ loginId, password }),
  });
  return ((await answer.json()) as { code: number }).code;
}

async function untilIn(browser: Browser, name: string): Promise<number | undefined> {
  const began = performance.now();
  while (performance.now() - began < giveUpAfterMs) {
    const code = await tryOnce(browser, emailOf(name), developmentPassword).catch(() => 0);
    if (code === 200) return performance.now() - began;
    await sleep(comeAgainAfterMs);
  }
  return undefined;
}

async function storm(browsers: readonly Browser[], { seconds, perSecond, people }: StormWish): Promise<StormReport> {
  const began = performance.now();
  const tries: Promise<void>[] = [];
  const entering: Promise<number | undefined>[] = [];
  let busy = 0;
  while (performance.now() - began < seconds * 1_000) {
    const elapsed = (performance.now() - began) / 1_000;
    while (tries.length < elapsed * perSecond) {
      const browser = browsers[tries.length % browsers.length]!;
      tries.push(
        tryOnce(browser, `nobody${tries.length}@example.com`, "Wr0ng-Harbour-Lamp").then(
          (code) => void (code === refusals.BUSY.code && (busy += 1)),
          () => undefined,
        ),
      );
    }
    if (entering.length < people.length && entering.length <= (elapsed / seconds) * people.length)
      entering.push(untilIn(homes.get(people[entering.length]!)!, people[entering.length]!));
    await sleep(5);
  }
  const inAfterMs = (await Promise.all(entering)).filter((ms) => ms !== undefined);
  await Promise.all(tries);
  return { attempts: tries.length, busy, inAfterMs };
}

const crowd = await Promise.all(Array.from({ length: 20 }, newBrowser));
/** People come on devices that know them: all of them were here before. */
const homes = new Map<string, Browser>();
for (const name of process.argv.slice(3)) {
  const browser = await newBrowser();
  if ((await untilIn(browser, name)) === undefined) throw new Error(`${name} could not sign in`);
  homes.set(name, browser);
}
process.on("message", (wish: StormWish) => void storm(crowd, wish).then((report) => process.send!(report)));
process.on("disconnect", () => process.exit(0));
process.send!("ready");
