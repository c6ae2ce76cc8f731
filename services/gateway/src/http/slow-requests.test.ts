import { connect } from "node:net";
import { expect, test } from "vitest";
import { openWorldInMemory } from "../testing/standalone.ts";

const timeoutMs = 1_000;

/** How long a connection lives on which this much of a request has been sent. */
function lifeOf(port: number, sent: string): Promise<number> {
  const began = performance.now();
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => void socket.write(sent));
    socket.on("error", () => undefined);
    socket.on("data", () => undefined);
    socket.on("close", () => resolve(performance.now() - began));
  });
}

test("L2: a request that does not come to its end is ended in time, in its head and in its body", async () => {
  const world = await openWorldInMemory({ REQUEST_TIMEOUT_MS: String(timeoutMs) });
  const port = Number(new URL(world.url).port);
  const head = "POST /user/logout HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n";
  const lives = await Promise.all([
    lifeOf(port, "POST /user"),
    lifeOf(port, head),
    lifeOf(port, `${head}content-length: 50\r\n\r\n{`),
  ]);
  for (const ms of lives) expect(ms).toBeLessThan(timeoutMs + 5_000);
  await world.close();
});
