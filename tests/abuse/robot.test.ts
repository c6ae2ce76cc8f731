import type { RobotAnswer } from "@tidemark/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "../../services/platform/testing/world.ts";
import { type RobotPeer, startRobotPeer } from "../peers/robots.ts";
import { countOf, timeoutMs } from "./counts.ts";
import { passMinute, resultOf } from "./test-users.ts";

let world: World;
let peer: RobotPeer;

beforeAll(async () => {
  peer = await startRobotPeer();
  world = await openWorld({ platform: peer.platformEnv });
});
afterAll(async () => {
  await Promise.all([world?.close(), peer?.stop()]);
});

type Slid = Extract<RobotAnswer, { kind: "geetest" }>;

/** What a page's script fetches, taken out of the call that it is wrapped in. */
async function fetched(path: string, fields: Record<string, string>): Promise<{ data: Record<string, never> }> {
  const query = new URLSearchParams({ captcha_id: peer.common.geetestId!, callback: "back", ...fields });
  const text = await (await fetch(`${peer.url}${path}?${query.toString()}`)).text();
  return JSON.parse(text.slice("back(".length, -1)) as { data: Record<string, never> };
}

async function slid(): Promise<Slid> {
  const { lot_number: lot } = (await fetched("/load", {})).data as unknown as { lot_number: string };
  const { seccode } = (await fetched("/verify", { lot_number: lot })).data as unknown as {
    seccode: Record<"lot_number" | "captcha_output" | "pass_token" | "gen_time", string>;
  };
  return {
    kind: "geetest",
    lotNumber: seccode.lot_number,
    captchaOutput: seccode.captcha_output,
    passToken: seccode.pass_token,
    genTime: seccode.gen_time,
  };
}

async function tokenFor(action: string): Promise<RobotAnswer> {
  const query = new URLSearchParams({ k: peer.common.recaptchaKey!, action, from: world.url });
  const token = await (await fetch(`${peer.url}/recaptcha/api2/userverify?${query.toString()}`)).text();
  return { kind: "recaptcha", token };
}

let count = 0;
async function ask(robot?: RobotAnswer): Promise<string> {
  count += 1;
  const { client } = world.visitor(`robot-${count}`);
  const wish = { purpose: "register", loginId: `robot${count}@example.com` } as const;
  return resultOf(await client.call("sendCode", { ...wish, ...(robot === undefined ? {} : { robot }) }));
}

/** Answers that were invented, replayed, made for another action or mixed from two. */
const forgeries: readonly (() => Promise<RobotAnswer>)[] = [
  async () => ({ ...(await slid()), lotNumber: "0".repeat(32) }),
  async () => ({ ...(await slid()), passToken: (await slid()).passToken }),
  async () => ({ ...(await slid()), captchaOutput: "" }),
  async () => ({ ...(await slid()), genTime: "1" }),
  async () => ({ kind: "recaptcha", token: "0".repeat(64) }),
  async () => tokenFor("elsewhere"),
  async () => ({
    kind: "altcha",
    payload: Buffer.from(JSON.stringify({ challenge: {}, solution: {} })).toString("base64"),
  }),
];

test(
  "no code is sent for an answer that its maker does not confirm, that was given for something else or that was used before",
  async () => {
    expect(await ask()).toBe("ROBOT_CHECK_NEEDED");
    for (let i = 0; i < countOf("robotForgeries"); i += 1) {
      const word = await ask(await forgeries[i % forgeries.length]!());
      expect([i % forgeries.length, word]).toEqual([i % forgeries.length, "ROBOT_CHECK_FAILED"]);
      // A right answer is accepted once, also under concurrent use.
      const genuine = i % 2 === 0 ? await slid() : await tokenFor("door");
      const words = await Promise.all(Array.from({ length: 4 }, () => ask(genuine)));
      expect(words.toSorted()).toEqual(["ROBOT_CHECK_FAILED", "ROBOT_CHECK_FAILED", "ROBOT_CHECK_FAILED", "ok"]);
      await passMinute(world);
    }
    expect(await peer.seen("validate")).not.toContain("unsigned");
  },
  timeoutMs,
);
