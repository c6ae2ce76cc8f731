import { expect, test, vi } from "vitest";
import { toastQueue } from "./toast-queue.ts";

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

test("what is said before the list is there is said once it listens, in its order", async () => {
  const shown: string[] = [];
  const changed = vi.fn();
  const waiting = toastQueue<(texts: string) => void, string>(async () => "list");
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
  const waiting = toastQueue<() => void, string>(load);
  waiting.fetch();
  waiting.fetch();
  await turn();
  expect([load.mock.calls.length, waiting.list()]).toEqual([1, undefined]);
  waiting.show((toasts) => toasts());
  await turn();
  waiting.fetch();
  expect([load.mock.calls.length, waiting.list()]).toEqual([2, "list"]);
});
