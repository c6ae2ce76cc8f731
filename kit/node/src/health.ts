import { createServer } from "node:http";

/** Serves /health for the process monitor. */
export function serveHealth(
  host: string,
  port: number,
  isReady: () => Promise<boolean>,
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.url !== "/health") return void response.writeHead(404).end();
    void isReady().then((ready) =>
      response.writeHead(ready ? 200 : 503, { "content-type": "application/json" }).end(JSON.stringify({ ready })),
    );
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      const { port: bound } = server.address() as { port: number };
      resolve({
        port: bound,
        close: () =>
          new Promise((done) => {
            server.close(() => done());
            server.closeAllConnections();
          }),
      });
    });
  });
}
