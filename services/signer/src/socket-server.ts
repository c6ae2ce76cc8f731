import { chmodSync, rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { type Signer } from "./signer.ts";

const connectionsMax = 4;
const lineLengthMax = 8_192;
const idleMsMax = 5 * 60_000;
const ownerAndGroup = 0o660;

/** Lines of one connection are answered in their order, one at a time: a sender that does not wait is not read further. */
function serve(socket: Socket, signer: Signer): void {
  let waiting = "";
  let isBusy = false;
  socket.setEncoding("utf8").setTimeout(idleMsMax, () => socket.destroy());
  socket.on("error", () => socket.destroy());

  async function drain(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    for (let end = waiting.indexOf("\n"); end >= 0 && !socket.destroyed; end = waiting.indexOf("\n")) {
      const line = waiting.slice(0, end);
      waiting = waiting.slice(end + 1);
      socket.write(`${JSON.stringify(await signer.answer(line))}\n`);
    }
    isBusy = false;
    if (waiting.length > lineLengthMax) socket.destroy();
    else socket.resume();
  }

  socket.on("data", (chunk: string) => {
    waiting += chunk;
    socket.pause();
    void drain();
  });
}

export type Listening = { readonly close: () => Promise<void> };

/**
 * A Unix socket is the only way in. One that a killed process left is removed: the store is held by one process, so no other can be
 * listening there.
 */
export function listen(signer: Signer, path: string): Promise<Listening> {
  rmSync(path, { force: true });
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    serve(socket, signer);
  });
  server.maxConnections = connectionsMax;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      for (const socket of sockets) socket.destroy();
      server.close(() => resolve());
    });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ path }, () => {
      chmodSync(path, ownerAndGroup);
      resolve({ close });
    });
  });
}
