import { beforeEach, expect, test, vi } from "vitest";

const asked: string[] = [];
vi.mock("./client.ts", () => ({
  client: {
    call: (name: string) => {
      asked.push(name);
      return Promise.resolve(
        name === "securitySettings"
          ? { ok: false, code: 50002, refusal: "BUSY", message: "Busy.", facts: {} }
          : { ok: true, value: name, source: "", seq: 0, stale: false },
      );
    },
  },
}));
const { answerOf, mayPass, nextTryMs, RefusedError } = await import("./answer.ts");

const names = ["marketInstruments", "contracts", "sessionList"] as const;

beforeEach(() => asked.splice(0));

test("of many questions at once the first is asked at once, each other in a turn of its own, in their order", async () => {
  const seenByHands: number[] = [];
  const answers = names.map((name) => answerOf(name, {}));
  await Promise.resolve();
  const look = (): void => {
    seenByHands.push(asked.length);
    if (asked.length < names.length) setTimeout(look);
  };
  look();
  expect(await Promise.all(answers)).toEqual(names);
  expect(asked).toEqual(names);
  expect(seenByHands).toEqual(expect.arrayContaining([1, 2]));
  await answerOf("contracts", {});
  expect(asked).toHaveLength(4);
});

test("a refusal is an error that carries what was refused, and keeps nobody else from being asked", async () => {
  const refused = answerOf("securitySettings", {});
  await expect(refused).rejects.toThrow(RefusedError);
  expect(await answerOf("contracts", {})).toBe("contracts");
});

const refused = (code: number, refusal?: "BUSY" | "NOT_FOUND" | "TOO_MANY_REQUESTS") =>
  new RefusedError({ ok: false, code, message: "", facts: {}, ...(refusal === undefined ? {} : { refusal }) });

test("a question is asked again of a busy exchange, behind a lost connection and beyond the allowance, and not where it was refused", () => {
  const errors = [refused(0), refused(50002, "BUSY"), refused(42900, "TOO_MANY_REQUESTS"), new Error("no part")];
  expect(errors.map(mayPass)).toEqual([true, true, true, true]);
  expect(mayPass(refused(40400, "NOT_FOUND"))).toBe(false);
});

test("beyond the allowance the next try comes when a second has filled it again, and each later one after twice the time", () => {
  const over = refused(42900, "TOO_MANY_REQUESTS");
  expect([0, 1, 2].map((count) => nextTryMs(count, over))).toEqual([1_200, 2_400, 4_800]);
  expect([0, 1, 4].map((count) => nextTryMs(count, refused(50002, "BUSY")))).toEqual([400, 800, 5_000]);
});
