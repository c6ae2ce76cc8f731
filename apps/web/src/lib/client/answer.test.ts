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
const { answerOf, mayPass, RefusedError } = await import("./answer.ts");

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

test("a question is asked again of a busy exchange and behind a lost connection, and not where it was refused", () => {
  const refused = (code: number, refusal?: "BUSY" | "NOT_FOUND") =>
    new RefusedError({ ok: false, code, message: "", facts: {}, ...(refusal === undefined ? {} : { refusal }) });
  expect([refused(0), refused(50002, "BUSY"), refused(40400, "NOT_FOUND"), new Error("no part")].map(mayPass)).toEqual([
    true,
    true,
    false,
    true,
  ]);
});
