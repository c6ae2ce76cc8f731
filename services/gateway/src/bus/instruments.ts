import { calls, type InstrumentList, type Instruments, instrumentsOf, success } from "@tidemark/contracts";
import type { Log } from "@tidemark/kit-node";
import { dataOf, type Questions } from "./questions.ts";

/** Cache of the instruments, reloaded after every configuration event. */
export type InstrumentsCache = {
  /** Undefined until the core has answered once. */
  readonly instruments: Instruments | undefined;
  /** Reloads the instruments, at batch `seq` or later. */
  refresh(seq: number): void;
  close(): void;
};

const retryMinMs = 100;
const retryMaxMs = 3_000;

export function cacheInstruments(questions: Questions, log: Log, onChange: () => void): InstrumentsCache {
  let instruments: Instruments | undefined;
  let known = "";
  let wantedSeq = 0;
  let isAsking = false;
  let isWanted = false;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  /** After a gap the instruments are reloaded in any case; usually they are unchanged. */
  function adopt({ assets, markets }: InstrumentList): void {
    const text = JSON.stringify([assets, markets]);
    if (text === known) return;
    known = text;
    instruments = instrumentsOf({ assets, markets });
    onChange();
  }

  async function load(tries: number): Promise<void> {
    isAsking = true;
    isWanted = false;
    const wanted = wantedSeq;
    const reply = await questions.ask(calls.marketInstruments, 0, {}, wanted);
    if (isClosed) return;
    const parsed =
      reply.code === success ? calls.marketInstruments.answer.safeParse(dataOf(reply, questions.core)) : undefined;
    if (parsed?.success === true && parsed.data.seq >= wanted) {
      isAsking = false;
      adopt(parsed.data);
      if (isWanted) void load(0);
      return;
    }
    if (parsed?.success === false)
      log.error({ problem: parsed.error.message }, "instruments: list breaks its contract");
    timer = setTimeout(() => void load(tries + 1), Math.min(retryMaxMs, retryMinMs * 2 ** Math.min(tries, 10)));
  }

  void load(0);
  return {
    get instruments() {
      return instruments;
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
