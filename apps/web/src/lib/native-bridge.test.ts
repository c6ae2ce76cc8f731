import { expect, test, vi } from "vitest";
import {
  type Bridge,
  bridgeErrors,
  bridgeWaitMaxMs,
  createBridge,
  personWaitMaxMs,
  statusBarHeightOf,
} from "./native-bridge.ts";

type Heard = { id: number; handler: string; action: string; payload: string };

function bridgeTo(answer: (heard: Heard, bridge: Bridge) => void) {
  const heard: Heard[] = [];
  const bridge = createBridge(
    () => ({
      postMessage(text) {
        const call = JSON.parse(text) as Heard;
        heard.push(call);
        answer(call, bridge);
      },
    }),
    20,
  );
  return { bridge, heard };
}
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 0,
    (error: { code: number }) => error.code,
  );

test("a call is a handler and an action with a JSON payload", async () => {
  const { bridge, heard } = bridgeTo(({ id }, to) => to.answer(id, '{"data":{"fpt":"f"}}'));
  expect(await bridge.call("device.getfpt", {})).toEqual({ fpt: "f" });
  expect(heard).toEqual([{ id: 1, handler: "device", action: "getfpt", payload: "{}" }]);
});

test("error 1: nobody answers in time, by default 3000 ms; a later answer changes nothing", async () => {
  const { bridge, heard } = bridgeTo(() => undefined);
  expect(await codeOf(bridge.call("user.getUser", {}))).toBe(bridgeErrors.timeOut);
  bridge.answer(heard[0]!.id, '{"data":{}}');
  expect(bridgeWaitMaxMs).toBe(3_000);
});

test("signing in waits for a person, who takes longer than an app, but not for ever", async () => {
  vi.useFakeTimers();
  try {
    const { bridge, heard } = bridgeTo(() => undefined);
    const signedIn = bridge.call("user.login", {});
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    bridge.answer(heard[0]!.id, '{"data":{"token":"t"}}');
    expect(await signedIn).toEqual({ token: "t" });
    const turnedAway = codeOf(bridge.call("user.login", {}));
    await vi.advanceTimersByTimeAsync(personWaitMaxMs);
    expect(await turnedAway).toBe(bridgeErrors.timeOut);
  } finally {
    vi.useRealTimers();
  }
});

test("error 2: there is no native side", async () => {
  const bridge = createBridge(() => undefined);
  expect([await codeOf(bridge.call("user.getUser", {})), bridge.isThere]).toEqual([2, false]);
});

test("error 3: a payload that is no JSON is not sent; the native side may say the same", async () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  const { bridge, heard } = bridgeTo(({ id }, to) => to.answer(id, '{"error":3}'));
  expect(await codeOf(bridge.call("user.login", circle))).toBe(3);
  expect(heard).toHaveLength(0);
  expect(await codeOf(bridge.call("user.login", {}))).toBe(3);
});

test("error 4: the answer is no JSON", async () => {
  const { bridge } = bridgeTo(({ id }, to) => to.answer(id, "{"));
  expect(await codeOf(bridge.call("user.getUser", {}))).toBe(4);
});

test("error 5: the app has no such function", async () => {
  const { bridge } = bridgeTo(({ id }, to) => to.answer(id, '{"error":5}'));
  expect(await codeOf(bridge.call("navigator.closeWebApp", {}))).toBe(5);
});

test("answers find their calls in any order", async () => {
  const { bridge, heard } = bridgeTo(() => undefined);
  const both = Promise.all([bridge.call("user.login", {}), bridge.call("device.getfpt", {})]);
  await vi.waitFor(() => expect(heard).toHaveLength(2));
  bridge.answer(2, '{"data":{"fpt":"second"}}');
  bridge.answer(1, '{"data":{"token":"first"}}');
  expect(await both).toEqual([{ token: "first" }, { fpt: "second" }]);
});

test("the status bar takes 20 unless the address says how much", () => {
  expect(
    ["", "?statusBarHeight=44", "?statusBarHeight=0", "?statusBarHeight=x", "?statusBarHeight=999"].map(
      statusBarHeightOf,
    ),
  ).toEqual([20, 44, 0, 20, 200]);
});
