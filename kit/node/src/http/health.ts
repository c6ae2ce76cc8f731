import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** Answers a request that is its own, and returns whether it was. */
export type HttpHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Above the time that gateways give an upload. */
const requestTimeoutMs = 60_000;

/** Serves /health for the process monitor, and what else a service answers by http. */
export function serveHealth(
  host: string,
  port: number,
  isReady: () => Promise<boolean>,
  handlers: readonly HttpHandler[] = [],
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer({ requestTimeout: requestTimeoutMs }, (request, response) => {
    if (request.url === "/health")
      return void isReady().then((ready) =>
        response.writeHead(ready ? 200 : 503, { "content-type": "application/json" }).end(JSON.stringify({ ready })),
      );
    if (!handlers.some((handle) => handle(request, response))) response.writeHead(404).end();
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
