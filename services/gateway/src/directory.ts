import { calls, type Directory, type Names, namesOf, success } from "@tidemark/contracts";
import type { Log } from "@tidemark/kit-node";
import { dataOf, type Questions } from "./questions.ts";

/** The words behind the journal's numbers, kept as fresh as the last configuration event. */
export type DirectoryKeeper = {
  /** Undefined until the core has answered once. */
  readonly names: Names | undefined;
  /** Asks again, for a directory not older than `seq`. */
  refresh(seq: number): void;
  close(): void;
};

const retryMinMs = 100;
const retryMaxMs = 3_000;

export function keepDirectory(questions: Questions, log: Log, onChange: () => void): DirectoryKeeper {
  let names: Names | undefined;
  let known = "";
  let wantedSeq = 0;
  let isAsking = false;
  let isWanted = false;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  /** After a hole the directory is asked for in any case; most often it is what it was. */
  function adopt({ assets, markets }: Directory): void {
    const text = JSON.stringify([assets, markets]);
    if (text === known) return;
    known = text;
    names = namesOf({ assets, markets });
    onChange();
  }

  async function load(tries: number): Promise<void> {
    isAsking = true;
    isWanted = false;
    const wanted = wantedSeq;
    const reply = await questions.ask(calls.marketDirectory, 0, {}, wanted);
    if (isClosed) return;
    const parsed = reply.code === success ? calls.marketDirectory.answer.safeParse(dataOf(reply)) : undefined;
    if (parsed?.success === true && parsed.data.seq >= wanted) {
      isAsking = false;
      adopt(parsed.data);
      if (isWanted) void load(0);
      return;
    }
    if (parsed?.success === false)
      log.error({ problem: parsed.error.message }, "the directory does not fit its contract");
    timer = setTimeout(() => void load(tries + 1), Math.min(retryMaxMs, retryMinMs * 2 ** Math.min(tries, 10)));
  }

  void load(0);
  return {
    get names() {
      return names;
    },
    refresh(seq) {
      wantedSeq = Math.max(wantedSeq, seq);
      isWanted = true;
      if (!isAsking) void load(0);
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
