import { expect, test, vi } from "vitest";
import { startSimulated } from "./simulated.ts";

const steps = vi.hoisted((): string[] => []);
vi.mock("./processes/core-processes.ts", () => ({
  prepareCore: async () => void steps.push("prepare"),
  startCore: () => void steps.push("start"),
}));

test("the past of the simulated exchange is written before its projector starts, which reads it once", async () => {
  await startSimulated((name) => void steps.push(name), {
    core: "simul",
    databaseUrl: "postgres://nowhere/simul",
    natsUrl: "",
    folder: "",
    gatewayPort: 0,
    gatewayMain: "",
    gatewayEnv: {},
    seedHistory: async () => void steps.push("seed"),
  });
  expect(steps).toEqual(["prepare", "seed", "start", "simul-gateway-1"]);
});
