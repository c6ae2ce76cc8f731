import Fastify from "fastify";
import formbody from "@fastify/formbody";
import { formCallbacks } from "@tidemark/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serveFormCallbacks } from "./form-callback.ts";

const app = Fastify();
const [landing] = formCallbacks;
let isOpen = true;

beforeAll(async () => {
  await app.register(formbody);
  serveFormCallbacks(app, formCallbacks, {
    pageOrigin: "https://www.tidemark.example",
    limits: { take: () => isOpen, charge: () => undefined, owners: 0 },
  });
});
afterAll(() => app.close());

const land = (fields: Record<string, string> | string[][]) =>
  app.inject({
    method: "POST",
    url: landing!.path,
    headers: { "content-type": "application/x-www-form-urlencoded", origin: "https://appleid.apple.com" },
    payload: new URLSearchParams(fields).toString(),
  });

test("a landing leads to its page, with the fields that it names behind the # and nothing else", async () => {
  const answer = await land({ code: "c&1=#", state: "s", user: '{"name":"A"}', to: "https://evil.example" });
  expect([answer.statusCode, answer.headers.location, answer.headers["set-cookie"]]).toEqual([
    303,
    "https://www.tidemark.example/auth/third/apple#code=c%261%3D%23&state=s",
    undefined,
  ]);
});

test("whatever is sent, it leads to no other address", async () => {
  const home = "https://www.tidemark.example/auth/third/apple#";
  const forms: string[][][] = [
    [],
    [["code", "x".repeat(2_001)]],
    [["code", "\r\nlocation: https://evil.example"]],
    [
      ["code", "a"],
      ["code", "b"],
    ],
    [["__proto__", "x"]],
    [["state", "//evil.example"]],
  ];
  for (const form of forms) {
    const { location } = (await land(form)).headers;
    expect([form, String(location).startsWith(home), /[\r\n]/.test(String(location))]).toEqual([form, true, false]);
  }
});

test("its allowance is that of sign-ins", async () => {
  isOpen = false;
  expect((await land({ code: "c" })).statusCode).toBe(429);
  isOpen = true;
});

test("pages are somewhere by their origin, or here", () => {
  const limits = { take: () => true, charge: () => undefined, owners: 0 };
  for (const pageOrigin of ["https://www.tidemark.example/", "www.tidemark.example", "https://a.b/c"])
    expect(() => serveFormCallbacks(Fastify(), formCallbacks, { pageOrigin, limits })).toThrow(
      /PAGE_ORIGIN|Invalid URL/,
    );
});
