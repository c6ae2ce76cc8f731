import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { type Call, refusals, success } from "@tidemark/contracts";
import type { Log, RateLimits } from "@tidemark/kit-node";
import type { FastifyReply } from "fastify";
import { type CsvPage, csvText } from "./csv.ts";
import { type Reply, replyOfRefusal } from "@tidemark/kit-node/http";

type CsvLimits = {
  /** A reader that takes nothing for so long has gone, or holds the stream on purpose. */
  readonly stalledMs: number;
  /** How often a page that has no token tries again, and for how long: less than a stalled reader has, and than a client waits for a part. */
  readonly tokenEveryMs: number;
  readonly tokenWaitMaxMs: number;
};
const usual: CsvLimits = { stalledMs: 30_000, tokenEveryMs: 200, tokenWaitMaxMs: 20_000 };
const busyTriesMax = 10;

export type CsvFile = {
  readonly call: Pick<Call, "name" | "rate">;
  readonly columns: readonly string[];
  /** The user, or the address of a client without one. */
  readonly owner: number | string;
  /** A page of the file; the first one without a place. */
  readonly page: (after: string | undefined) => Promise<Reply>;
};

export type CsvDownloads = {
  /** Asks for the first page, which decides between a file and a refusal. */
  open(file: CsvFile): Promise<{ readonly first: CsvPage } | { readonly refused: Reply }>;
  /** Sends a file that was opened, as its pages come; a failure of a later one ends the download. */
  send(file: CsvFile, first: CsvPage, response: FastifyReply): FastifyReply;
};

/**
 * Files of lines. An owner has one at a time in this process: each holds a stream and asks for page after page. Its first page is paid for by
 * the request; each of the others takes a token of the owner's reads, and waits while there is none.
 */
export function createCsvDownloads(
  limits: RateLimits,
  log: Pick<Log, "warn">,
  given: Partial<CsvLimits> = {},
): CsvDownloads {
  const { stalledMs, tokenEveryMs, tokenWaitMaxMs } = { ...usual, ...given };
  const running = new Set<number | string>();

  async function takeToken({ owner, call }: CsvFile, ended: AbortSignal): Promise<void> {
    for (let waited = 0; !limits.take(owner, call.rate ?? "read"); waited += tokenEveryMs) {
      if (waited >= tokenWaitMaxMs) throw new Error(`${call.name}: no token for a page`);
      await wait(tokenEveryMs, undefined, { signal: ended });
    }
  }

  async function following(file: CsvFile, after: string, ended: AbortSignal): Promise<CsvPage> {
    // A large account's page is BUSY now and then; half a file is no use to anybody.
    for (let tries = 1; ; tries += 1) {
      await takeToken(file, ended);
      const reply = await file.page(after);
      if (reply.code === success) return reply.data as CsvPage;
      if (reply.code !== refusals.BUSY.code || tries >= busyTriesMax)
        throw new Error(`${file.call.name}: no page after ${after}, code ${reply.code}`);
      await wait(tokenEveryMs, undefined, { signal: ended });
    }
  }

  return {
    async open(file) {
      if (running.has(file.owner)) return { refused: replyOfRefusal("TOO_MANY_REQUESTS") };
      running.add(file.owner);
      let isOpen = false;
      try {
        const { code, ...reply } = await file.page(undefined);
        if (code !== success) return { refused: { code, ...reply } };
        isOpen = true;
        return { first: reply.data as CsvPage };
      } finally {
        if (!isOpen) running.delete(file.owner);
      }
    },
    send(file, first, response) {
      const ended = new AbortController();
      const stream = Readable.from(csvText(file.columns, first, (after) => following(file, after, ended.signal)));
      stream.once("close", () => running.delete(file.owner));
      stream.once("error", (error) => {
        if (!ended.signal.aborted) log.warn({ call: file.call.name, problem: error.message }, "csv: download ended");
      });
      response.raw.once("close", () => ended.abort());
      // Of the socket, so that it also ends a reader who does not take the last part, which no stream of ours holds any more.
      response.raw.setTimeout(stalledMs, () => {
        log.warn({ call: file.call.name, stalledMs }, "csv: reader stalled, download ended");
        ended.abort();
        response.raw.destroy();
      });
      return response
        .header("content-disposition", `attachment; filename="${file.call.name.replaceAll(".", "-")}.csv"`)
        .type("text/csv; charset=utf-8")
        .send(stream);
    },
  };
}
