import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { refusals } from "@tidemark/contracts";
import type { RateLimits } from "@tidemark/kit-node";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, expect, test, vi } from "vitest";
import type { CsvPage } from "./csv.ts";
import { createCsvDownloads } from "./csv-download.ts";
import { replyOf, replyOfRefusal, type Reply } from "@tidemark/kit-node/http";

const call = { name: "test.csv", rate: "read" } as const;
let app: FastifyInstance | undefined;
afterEach(() => app?.close());

type Settings = {
  readonly page: (after: string | undefined) => Promise<Reply>;
  readonly take?: () => boolean;
  readonly stalledMs?: number;
};

/** A server whose only address is a file of user 7. */
async function serving({ page, take = () => true, stalledMs = 5_000 }: Settings) {
  const warn = vi.fn();
  const taken = vi.fn(take);
  const limits = { take: taken } as unknown as RateLimits;
  const waits = { stalledMs, tokenEveryMs: 5, tokenWaitMaxMs: 50 };
  const downloads = createCsvDownloads(limits, { warn } as never, waits);
  // The client of the tests keeps spare connections open.
  app = Fastify({ forceCloseConnections: true });
  app.get("/file", async (_, reply) => {
    const file = { call, columns: ["n"], owner: 7, page };
    const opened = await downloads.open(file);
    return "refused" in opened ? reply.send(opened.refused) : downloads.send(file, opened.first, reply);
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}/file`, taken, warn };
}
const pages = (count: number) => async (after: string | undefined) => {
  const number = Number(after ?? 1);
  const page: CsvPage = { list: [{ n: number }], ...(number < count ? { next: String(number + 1) } : {}) };
  return replyOf(page);
};

test("each page behind the first takes a token of the user's reads, and waits where there is none", async () => {
  let asked = 0;
  const { url, taken } = await serving({ page: pages(4), take: () => (asked += 1) % 2 === 0 });
  expect(await (await fetch(url)).text()).toBe("n\r\n1\r\n2\r\n3\r\n4\r\n");
  expect(taken).toHaveBeenCalledTimes(6);
  expect(taken).toHaveBeenCalledWith(7, "read");
});

test("a file that gets no token in time is ended, so that nobody takes it for whole", async () => {
  const { url, warn } = await serving({ page: pages(4), take: () => false });
  await expect(fetch(url).then((response) => response.text())).rejects.toThrow("terminated");
  expect(warn).toHaveBeenCalledOnce();
});

test("a second file of a user is refused while the first runs, and taken behind it", async () => {
  const held = Promise.withResolvers<void>();
  const page = async (after: string | undefined) => {
    if (after !== undefined) await held.promise;
    return pages(2)(after);
  };
  const { url } = await serving({ page });
  const first = await fetch(url);
  expect(await (await fetch(url)).json()).toMatchObject({ code: refusals.TOO_MANY_REQUESTS.code });
  held.resolve();
  await first.text();
  expect(await (await fetch(url)).text()).toBe("n\r\n1\r\n2\r\n");
});

test("a file whose first page is refused, and one that its reader left, are over", async () => {
  let isRefused = true;
  const { url } = await serving({
    page: async (after) => {
      if (isRefused) return replyOfRefusal("BUSY");
      if (after !== undefined) await wait(20);
      return pages(3)(after);
    },
  });
  expect(await (await fetch(url)).json()).toMatchObject({ code: refusals.BUSY.code });
  isRefused = false;
  const leaving = new AbortController();
  await fetch(url, { signal: leaving.signal });
  leaving.abort();
  await vi.waitFor(async () => expect(await (await fetch(url)).text()).toBe("n\r\n1\r\n2\r\n3\r\n"));
});

test("a later page that is busy is asked for again, and the file is whole", async () => {
  let busy = 3;
  const { url } = await serving({
    page: async (after) => (after !== undefined && (busy -= 1) >= 0 ? replyOfRefusal("BUSY") : pages(3)(after)),
  });
  expect(await (await fetch(url)).text()).toBe("n\r\n1\r\n2\r\n3\r\n");
});

test("a reader that takes nothing for a while is ended, and may begin again", async () => {
  const long = "x".repeat(100_000);
  let isEndless = true;
  const page = async (): Promise<Reply> =>
    replyOf({ list: Array.from({ length: 50 }, () => ({ n: long })), ...(isEndless ? { next: "1" } : {}) });
  const { port, url, warn } = await serving({ page, stalledMs: 200 });
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.pause();
  socket.write("GET /file HTTP/1.1\r\nhost: test\r\n\r\n");
  await vi.waitFor(() => expect(warn).toHaveBeenCalled(), { timeout: 5_000 });
  isEndless = false;
  await vi.waitFor(async () => expect((await fetch(url)).headers.get("content-type")).toContain("csv"));
  socket.destroy();
});
