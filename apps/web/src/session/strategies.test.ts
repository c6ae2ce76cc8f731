import { expect, test, vi } from "vitest";

const page = vi.hoisted(() => ({ answers: [] as ((value: unknown) => void)[], kept: {} as unknown }));
vi.mock("../lib/client/client.ts", () => ({
  client: { call: () => new Promise((resolve) => page.answers.push(resolve)) },
}));
vi.mock("../lib/storage/storage.ts", () => ({
  stored: (name: string) => ({ set: (value: unknown) => (name === "strategies" ? (page.kept = value) : undefined) }),
}));
vi.mock("./user.ts", () => ({ userNow: () => null }));
const { refreshStrategies } = await import("./strategies.ts");

test("an answer that was asked for earlier and comes later changes nothing", async () => {
  const asked = [refreshStrategies(), refreshStrategies()];
  page.answers[1]!({ ok: true, value: { bar: "new" } });
  page.answers[0]!({ ok: true, value: { bar: "old" } });
  await Promise.all(asked);
  expect(page.kept).toEqual({ bar: "new" });
});
