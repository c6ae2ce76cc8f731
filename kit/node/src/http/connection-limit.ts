import type { Server } from "node:http";
import { rateLimitKey } from "../limits/rate-limit-key.ts";

/**
 * Bounds the plain connections of each address, so that one address cannot take all that the process may have. Behind a proxy every
 * connection is the proxy's, and the bound is its task.
 */
export function limitConnections(server: Server, perAddressMax: number): void {
  const counts = new Map<string, number>();
  server.on("connection", (socket) => {
    const address = rateLimitKey(socket.remoteAddress ?? "");
    const count = (counts.get(address) ?? 0) + 1;
    if (count > perAddressMax) return void socket.destroy();
    counts.set(address, count);
    socket.once("close", () => {
      const left = counts.get(address)! - 1;
      if (left === 0) counts.delete(address);
      else counts.set(address, left);
    });
  });
}
