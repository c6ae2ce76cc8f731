import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectBus, developmentAccess } from "@tidemark/kit-node";
import { startNats, type StartedNats } from "@tidemark/kit-testing";
import { expect, onTestFinished, test, vi } from "vitest";
import { findServers, usualPorts } from "../../tools/dev/processes/servers.ts";

const portOf = ({ address }: StartedNats): number => Number(address.split(":")[1]);

/** One without users, as system tests use it, with room for another port ten thousand above its own. */
async function withoutUsers(): Promise<number> {
  const server = await startNats("");
  onTestFinished(() => server.end());
  return portOf(server) + 10_000 < 65_536 ? portOf(server) : withoutUsers();
}

test("L13: pnpm dev leaves a NATS without users to the tests: its own beside it lets nobody in without a key", async () => {
  vi.stubEnv("NATS_URL", "");
  onTestFinished(() => void vi.unstubAllEnvs());
  const folder = mkdtempSync(join(tmpdir(), "tidemark-dev-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const ports = { ...usualPorts, nats: await withoutUsers() };
  const find = () => findServers(folder, ports, () => undefined);
  const { natsUrl, started } = await find();
  onTestFinished(async () => {
    for (const server of started) await server.stop();
  });
  expect(natsUrl).toBe(`nats://127.0.0.1:${ports.nats + 10_000}`);
  await expect(connectBus(natsUrl, "test")).rejects.toThrow(/authorization violation/i);
  await (await connectBus(natsUrl, "test", developmentAccess("gateway", "main"))).close();
  // The next start finds it, and what tests use is as it was.
  const again = await find();
  expect([again.natsUrl, again.started.length]).toEqual([natsUrl, 0]);
  await (await connectBus(`nats://127.0.0.1:${ports.nats}`, "test")).close();
});
