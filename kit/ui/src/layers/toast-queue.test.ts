import { expect, test, vi } from "vitest";
import { toastQueue } from "./toast-queue.ts";

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

test("what is said before the list is there is said once it listens, in its order", async () => {
  const shown: string[] = [];
  const changed = vi.fn();
  const waiting = toastQueue<(texts: string) => void, string>(
    async () => "list",
    () => undefined,
  );
  waiting.subscribe(changed);
  waiting.show((toasts) => toasts("first"));
  waiting.show((toasts) => toasts("second"));
  expect([waiting.list(), shown]).toEqual([undefined, []]);
  await turn();
  expect([waiting.list(), changed.mock.calls.length, shown]).toEqual(["list", 1, []]);
  waiting.ready((texts) => shown.push(texts));
  expect(shown).toEqual(["first", "second"]);
  waiting.show((toasts) => toasts("third"));
  expect(shown).toEqual(["first", "second", "third"]);
});

test("the list is fetched once, and again after it failed to come", async () => {
  const load = vi.fn(async () => "list");
  load.mockRejectedValueOnce(new Error("offline"));
  const waiting = toastQueue<() => void, string>(load, () => undefined);
  waiting.fetch();
  waiting.fetch();
  await turn();
  expect([load.mock.calls.length, waiting.list()]).toEqual([1, undefined]);
  waiting.show((toasts) => toasts());
  await turn();
  waiting.fetch();
  expect([load.mock.calls.length, waiting.list()]).toEqual([2, "list"]);
});

test("a toast that cannot have the list is shown without it, at once where the load fails", async () => {
  const plain: string[] = [];
  const load = vi.fn(async (): Promise<string> => {
    throw new Error("offline");
  });
  const waiting = toastQueue<(texts: string) => void, string>(load, (texts) => plain.push(texts));
  waiting.show((toasts) => toasts("not known yet whether the order was placed"));
  await turn();
  expect(plain).toEqual(["not known yet whether the order was placed"]);
});

test("a load that hangs does not keep a toast back, and the list does not repeat it", async () => {
  vi.useFakeTimers();
  const [plain, listed]: [string[], string[]] = [[], []];
  const waiting = toastQueue<(texts: string) => void, string>(
    () => new Promise(() => undefined),
    (texts) => plain.push(texts),
  );
  waiting.show((toasts) => toasts("first"));
  await vi.advanceTimersByTimeAsync(1_500);
  waiting.ready((texts) => listed.push(texts));
  vi.useRealTimers();
  expect([plain, listed]).toEqual([["first"], []]);
});
