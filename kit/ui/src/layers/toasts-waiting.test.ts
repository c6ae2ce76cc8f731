import { expect, test, vi } from "vitest";
import { toastsWaiting } from "./toasts-waiting.ts";

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

test("what is said before the list is there is said once it listens, in its order", async () => {
  const said: string[] = [];
  const changed = vi.fn();
  const waiting = toastsWaiting<(words: string) => void, string>(async () => "list");
  waiting.subscribe(changed);
  waiting.tell((teller) => teller("first"));
  waiting.tell((teller) => teller("second"));
  expect([waiting.list(), said]).toEqual([undefined, []]);
  await turn();
  expect([waiting.list(), changed.mock.calls.length, said]).toEqual(["list", 1, []]);
  waiting.ready((words) => said.push(words));
  expect(said).toEqual(["first", "second"]);
  waiting.tell((teller) => teller("third"));
  expect(said).toEqual(["first", "second", "third"]);
});

test("the list is fetched once, and again after it failed to come", async () => {
  const load = vi.fn(async () => "list");
  load.mockRejectedValueOnce(new Error("offline"));
  const waiting = toastsWaiting<() => void, string>(load);
  waiting.fetch();
  waiting.fetch();
  await turn();
  expect([load.mock.calls.length, waiting.list()]).toEqual([1, undefined]);
  waiting.tell((teller) => teller());
  await turn();
  waiting.fetch();
  expect([load.mock.calls.length, waiting.list()]).toEqual([2, "list"]);
});
