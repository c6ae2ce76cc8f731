import { expect, test, vi } from "vitest";
import { createRequestLog, logLineOf, logLinesMax } from "./request-log.ts";

const answered = (path: string, code = 200) => ({
  path,
  origin: "",
  startedAt: 5,
  ms: 12,
  code,
  message: code === 200 ? "" : "no",
  fields: { password: "hunter2", symbol: "BTC/USDT" },
});

test("[S7.20] a line says path, time, result, code and message", () => {
  expect(logLineOf(answered("/market/v2/depth"))).toEqual({
    path: "/market/v2/depth",
    startedAt: 5,
    ms: 12,
    result: "success",
    code: 200,
    message: "",
    body: '{"password":"hunter2","symbol":"BTC/USDT"}',
  });
  expect([10001, 0].map((code) => logLineOf(answered("/api/x", code)).result)).toEqual(["refusal", "failure"]);
});

test("[S7.21] bodies under /user, /account and /otc are blank", () => {
  const paths = ["/user/login", "/user", "/account/x", "/otc/order"];
  expect(paths.map((path) => logLineOf(answered(path)).body)).toEqual(["", "", "", ""]);
  expect(logLineOf(answered("/users")).body).not.toBe("");
});

test("[D.34] what was sent for a verification is in no line, neither data nor pictures", () => {
  const lines = ["/kyc/data", "/kyc/file", "/kyc/submit"].map((path) => logLineOf(answered(path)));
  expect(lines.map(({ body }) => body)).toEqual(["", "", ""]);
  expect(JSON.stringify(lines)).not.toContain("hunter2");
});

test("[D.34] what was written in a ticket and the keys of a browser's pushes are in no line", () => {
  const paths = ["open", "write"].map((call) => `/activities/support/${call}`);
  const lines = [...paths, "/activities/notify/push/add"].map((path) => logLineOf(answered(path)));
  expect(lines.map(({ body }) => body)).toEqual(["", "", ""]);
  expect(logLineOf(answered("/activities/notify/alert")).body).not.toBe("");
});

test("lines go out together, at once when there are many, and never about the log itself", () => {
  const send = vi.fn();
  const waits: (() => void)[] = [];
  const log = createRequestLog("/log", send, (run) => waits.push(run));
  log.note(answered("/a"));
  log.note(answered("/b"));
  log.note(answered("/log"));
  expect([send.mock.calls.length, waits.length]).toEqual([0, 1]);
  waits[0]!();
  expect(send.mock.calls[0]![0]).toHaveLength(2);
  for (let i = 0; i < logLinesMax; i += 1) log.note(answered("/c"));
  expect(send.mock.calls[1]![0]).toHaveLength(logLinesMax);
});
