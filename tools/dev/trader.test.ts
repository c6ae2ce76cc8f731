import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { proofKeyHeader, refusals, success } from "@tidemark/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn } from "./trader.ts";

/** A gateway that answers every post with the next of these codes, and then with the last one. */
let codes: number[] = [];
let posts = 0;
const gateway = createServer((request, response) => {
  const isPost = request.method === "POST";
  if (isPost) posts += 1;
  const code = isPost ? (codes.length > 1 ? codes.shift()! : codes[0]!) : success;
  response.setHeader("content-type", "application/json");
  response.setHeader(proofKeyHeader, "key");
  request
    .resume()
    .on("end", () => response.end(JSON.stringify({ code, message: "", data: code === success ? {} : null })));
});
let url: string;

beforeAll(async () => {
  gateway.listen(0, "127.0.0.1");
  await once(gateway, "listening");
  url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
});
afterAll(() => void gateway.close());

test("L8: a bot whose sign-in is busy, or one too many of its address, tries again instead of ending everything", async () => {
  codes = [refusals.BUSY.code, refusals.TOO_MANY_REQUESTS.code, refusals.BUSY.code, success];
  const trader = await signIn(url, "bot1");
  expect([trader.name, posts]).toEqual(["bot1", 4]);
});

test("what is refused for good is not tried again", async () => {
  posts = 0;
  codes = [refusals.ACCOUNT_FROZEN.code];
  await expect(signIn(url, "bot1")).rejects.toThrow("bot1 could not sign in");
  expect(posts).toBe(1);
});
