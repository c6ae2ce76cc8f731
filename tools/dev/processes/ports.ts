import { createServer } from "node:net";

const givenPorts = new Set<number>();

/** Nobody listens there, and nobody was given it before: whoever was may not have begun to listen yet. */
export async function freePort(): Promise<number> {
  const port = await portNobodyUses();
  if (givenPorts.has(port)) return freePort();
  givenPorts.add(port);
  return port;
}

function portNobodyUses(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
