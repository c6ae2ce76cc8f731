import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { RobotAnswer } from "@tidemark/contracts";
import { secretBox } from "@tidemark/kit-node";
import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openRobotChecks, type RobotSettings } from "./robot-checks.ts";

type Asked = { url: string; fields: URLSearchParams };
const asked: Asked[] = [];
let result: unknown = {};
const validator = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk: Buffer) => (body += chunk.toString()));
  request.on("end", () => {
    asked.push({ url: request.url ?? "", fields: new URLSearchParams(body) });
    response.writeHead(result === "down" ? 500 : 200).end(JSON.stringify(result));
  });
});
let url = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => validator.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(validator.address() as AddressInfo).port}/validate`;
});
afterAll(() => void validator.close());

function checksOf(kinds: RobotSettings["kinds"], now = Date.now()) {
  const used = new Set<string>();
  return openRobotChecks(
    { kinds, geetest: { url, id: "our-id", key: "our-key" }, recaptcha: { url, secret: "our-secret" } },
    {
      box: secretBox("TEST", "", "development"),
      now: () => now,
      async useOnce(hash) {
        const name = hash.toString("hex");
        return !used.has(name) && used.add(name).size > 0;
      },
    },
  );
}
const slid: RobotAnswer = { kind: "geetest", lotNumber: "lot", captchaOutput: "out", passToken: "pass", genTime: "1" };

test("geetest is asked under our signature, believed when it says so, and each answer serves once", async () => {
  const checks = checksOf(["geetest"]);
  result = { status: "success", result: "fail" };
  expect(await checks.verdictOf(slid, "1.2.3.4")).toBe("robot");
  result = { status: "success", result: "success" };
  expect(await checks.verdictOf(slid, "1.2.3.4")).toBe("human");
  expect(await checks.verdictOf({ ...slid, captchaOutput: "other" }, "1.2.3.4")).toBe("robot");
  const { url: address, fields } = asked.at(-1)!;
  expect(address).toBe("/validate?captcha_id=our-id");
  expect(fields.get("sign_token")).toBe(createHmac("sha256", "our-key").update("lot").digest("hex"));
  expect(Object.fromEntries(fields)).toMatchObject({ lot_number: "lot", pass_token: "pass", gen_time: "1" });
});

test("recaptcha is asked with the caller's address; nobody is let in while it is away, nor by what was given for something else", async () => {
  const checks = checksOf(["recaptcha"]);
  const answer = { kind: "recaptcha", token: "token" } as const;
  result = "down";
  expect(await checks.verdictOf(answer, "1.2.3.4")).toBe("away");
  result = { success: false };
  expect(await checks.verdictOf(answer, "1.2.3.4")).toBe("robot");
  for (const doubtful of [{ score: 0.4 }, { action: "elsewhere" }, { score: 0.9, action: "elsewhere" }]) {
    result = { success: true, ...doubtful };
    expect(await checks.verdictOf(answer, "1.2.3.4")).toBe("robot");
  }
  result = { success: true, score: 0.9, action: "door" };
  expect(await checks.verdictOf(answer, "1.2.3.4")).toBe("human");
  expect(Object.fromEntries(asked.at(-1)!.fields)).toEqual({
    secret: "our-secret",
    response: "token",
    remoteip: "1.2.3.4",
  });
});

test("a check that is not in use is not accepted, and gives no work", async () => {
  const checks = checksOf(["recaptcha"]);
  const before = asked.length;
  expect(await checks.verdictOf(slid, "1.2.3.4")).toBe("robot");
  expect(asked.length).toBe(before);
  expect(await checks.challenge()).toBeUndefined();
});

test("[D.39] our own work is checked by its signature, its solution and its age, and serves once however it is spelled", async () => {
  const checks = checksOf(["altcha"]);
  const challenge = (await checks.challenge()) as never;
  const solution = (await solveChallenge({ challenge, deriveKey }))!;
  const answerOf = (value: unknown): RobotAnswer => ({
    kind: "altcha",
    payload: Buffer.from(JSON.stringify(value)).toString("base64"),
  });
  expect(await checks.verdictOf(answerOf({ challenge, solution: { ...solution, counter: 1_000 } }), "")).toBe("robot");
  const stranger = openRobotChecks(
    { kinds: ["altcha"], geetest: { url, id: "", key: "" }, recaptcha: { url, secret: "" } },
    { box: secretBox("TEST", "3".repeat(64), "production"), now: () => Date.now(), useOnce: async () => true },
  );
  expect(await stranger.verdictOf(answerOf({ challenge, solution }), "")).toBe("robot");
  const { signature: _signature, ...unsigned } = challenge as Record<string, unknown>;
  expect(await checks.verdictOf(answerOf({ challenge: unsigned, solution }), "")).toBe("robot");
  expect(await checks.verdictOf(answerOf({ challenge, solution }), "")).toBe("human");
  expect(await checks.verdictOf(answerOf({ solution, challenge, more: 1 }), "")).toBe("robot");
  const old = checksOf(["altcha"], Date.now() - 10 * 60_000);
  const late = (await old.challenge()) as never;
  const solved = await solveChallenge({ challenge: late, deriveKey });
  expect(await old.verdictOf(answerOf({ challenge: late, solution: solved }), "")).toBe("robot");
  for (const payload of ["", "!", "bnVsbA==", "e30="])
    expect(await checks.verdictOf({ kind: "altcha", payload }, "")).toBe("robot");
});
