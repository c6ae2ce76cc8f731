import { expect, test, vi } from "vitest";
import {
  type Bridge,
  bridgeErrors,
  bridgeWaitMaxMs,
  createBridge,
  userWaitMaxMs,
  statusBarHeightOf,
} from "./native-bridge.ts";

type NativeCall = { id: number; handler: string; action: string; payload: string };

function bridgeTo(answer: (calls: NativeCall, bridge: Bridge) => void) {
  const calls: NativeCall[] = [];
  const bridge = createBridge(
    () => ({
      postMessage(text) {
        const call = JSON.parse(text) as NativeCall;
        calls.push(call);
        answer(call, bridge);
      },
    }),
    20,
  );
  return { bridge, calls };
}
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 0,
    (error: { code: number }) => error.code,
  );

test("[S7.76] a call is a handler and an action with a JSON payload", async () => {
  const { bridge, calls } = bridgeTo(({ id }, to) => to.answer(id, '{"data":{"fpt":"f"}}'));
  expect(await bridge.call("device.getfpt", {})).toEqual({ fpt: "f" });
  expect(calls).toEqual([{ id: 1, handler: "device", action: "getfpt", payload: "{}" }]);
});

test("[S7.82 S8.8 S9.12] error 1: nobody answers in time, by default 3000 ms; a later answer changes nothing", async () => {
  const { bridge, calls } = bridgeTo(() => undefined);
  expect(await codeOf(bridge.call("user.getUser", {}))).toBe(bridgeErrors.timeOut);
  bridge.answer(calls[0]!.id, '{"data":{}}');
  expect(bridgeWaitMaxMs).toBe(3_000);
});

test("signing in waits for a person, who takes longer than an app, but not for ever", async () => {
  vi.useFakeTimers();
  try {
    const { bridge, calls } = bridgeTo(() => undefined);
    const signedIn = bridge.call("user.login", {});
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    bridge.answer(calls[0]!.id, '{"data":{"token":"t"}}');
    expect(await signedIn).toEqual({ token: "t" });
    const cancelled = codeOf(bridge.call("user.login", {}));
    await vi.advanceTimersByTimeAsync(userWaitMaxMs);
    expect(await cancelled).toBe(bridgeErrors.timeOut);
  } finally {
    vi.useRealTimers();
  }
});

test("[S8.9] error 2: there is no native side", async () => {
  const bridge = createBridge(() => undefined);
  expect([await codeOf(bridge.call("user.getUser", {})), bridge.isThere]).toEqual([2, false]);
});

test("[S8.10] error 3: a payload that is no JSON is not sent; the native side may say the same", async () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  const { bridge, calls } = bridgeTo(({ id }, to) => to.answer(id, '{"error":3}'));
  expect(await codeOf(bridge.call("user.login", circle))).toBe(3);
  expect(calls).toHaveLength(0);
  expect(await codeOf(bridge.call("user.login", {}))).toBe(3);
});

test("[S8.11] error 4: the answer is no JSON", async () => {
  const { bridge } = bridgeTo(({ id }, to) => to.answer(id, "{"));
  expect(await codeOf(bridge.call("user.getUser", {}))).toBe(4);
});

test("[S8.12] error 5: the app has no such function", async () => {
  const { bridge } = bridgeTo(({ id }, to) => to.answer(id, '{"error":5}'));
  expect(await codeOf(bridge.call("navigator.closeWebApp", {}))).toBe(5);
});

test("answers find their calls in any order", async () => {
  const { bridge, calls } = bridgeTo(() => undefined);
  const both = Promise.all([bridge.call("user.login", {}), bridge.call("device.getfpt", {})]);
  await vi.waitFor(() => expect(calls).toHaveLength(2));
  bridge.answer(2, '{"data":{"fpt":"second"}}');
  bridge.answer(1, '{"data":{"token":"first"}}');
  expect(await both).toEqual([{ token: "first" }, { fpt: "second" }]);
});

test("[S2.68] the status bar takes 20 unless the address says how much", () => {
  expect(
    ["", "?statusBarHeight=44", "?statusBarHeight=0", "?statusBarHeight=x", "?statusBarHeight=999"].map(
      statusBarHeightOf,
    ),
  ).toEqual([20, 44, 0, 20, 200]);
});
