import { createHmac } from "node:crypto";
import { apiKeyMessage, readApiKeyProof } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { createClient, hmacSigner, apiKeyHeadersOf } from "./index.ts";

const signer = hmacSigner("k".repeat(32), "a secret of öur own");
type Sent = { url: string; init: RequestInit };

test("a signature is the keyed hash of time, nonce, method, path with query, and body", () => {
  const part = {
    method: "POST",
    path: "/a/b?c=d",
    body: '{"price":"1","note":"ü"}',
    time: 1_763_200_000_000,
    nonce: "once-only",
  };
  const headers = apiKeyHeadersOf(signer, part);
  const text = `1763200000000\nonce-only\nPOST\n/a/b?c=d\n{"price":"1","note":"ü"}`;
  expect(headers["tm-sign"]).toBe(createHmac("sha256", "a secret of öur own").update(text).digest("base64url"));
  expect(readApiKeyProof(headers)).toEqual({
    key: signer.key,
    time: part.time,
    nonce: part.nonce,
    signature: headers["tm-sign"],
  });
});

test("two requests never have the same nonce", () => {
  const nonces = Array.from({ length: 1_000 }, () => apiKeyHeadersOf(signer, { method: "GET", path: "/" })["tm-nonce"]);
  expect(new Set(nonces).size).toBe(1_000);
});

test("an API key client signs what it sends, and asks for neither key nor session", async () => {
  const sent: Sent[] = [];
  const client = createClient({
    baseUrl: "http://gateway",
    apiKey: signer,
    fetch: async (url, init) => {
      sent.push({ url, init });
      return Response.json({ code: 10001, message: "", data: null });
    },
  });
  await client.call("placeOrder", { symbol: "BTC/USDT", side: "BUY", type: "LIMIT", price: "1", qty: "1" });
  await client.call("orderHistory", { pageNum: 2, pageSize: 10 });
  expect(sent).toHaveLength(2);
  for (const { url, init } of sent) {
    const headers = init.headers as Record<string, string>;
    const { time, nonce, signature } = readApiKeyProof(headers)!;
    const path = url.slice("http://gateway".length);
    expect(path).not.toContain("auth=");
    const text = apiKeyMessage({ time, nonce }, init.method!, path) + (typeof init.body === "string" ? init.body : "");
    expect(signature).toBe(createHmac("sha256", "a secret of öur own").update(text).digest("base64url"));
  }
  expect(sent[0]!.init.body).toContain('"BTC/USDT"');
  expect(sent[1]!.url).toContain("pageNum=2");
});

test("headers that are not whole are no signature", () => {
  const whole = apiKeyHeadersOf(signer, { method: "GET", path: "/" });
  expect(readApiKeyProof(whole)).toBeDefined();
  for (const [name, wrong] of [
    ["tm-key", "short"],
    ["tm-time", "soon"],
    ["tm-time", "-1763200000000"],
    ["tm-nonce", "a b c d e f"],
    ["tm-nonce", "1234567"],
    ["tm-sign", "!"],
    ["tm-sign", "a".repeat(200)],
  ] as const)
    expect([name, wrong, readApiKeyProof({ ...whole, [name]: wrong })]).toEqual([name, wrong, undefined]);
});
