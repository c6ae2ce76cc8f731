import type { LevelRow } from "@tidemark/contracts";
import { useEffect, useState } from "react";
import { marketLive } from "../../../lib/client/live.ts";

const levelsEveryMs = 250;

export type BookLevels = {
  readonly levels: readonly LevelRow[] | undefined;
  /** Undefined while it is unknown or stale. */
  readonly index: string | undefined;
};
const none: BookLevels = { levels: undefined, index: undefined };

/** Book and index for the estimate of a market order, a few times a second. Nothing while they are not needed or not loaded. */
export function useBookLevels(symbol: string, isNeeded: boolean): BookLevels {
  const [depth, ticker] = [marketLive("depth", symbol), marketLive("ticker", symbol)];
  const [book, setBook] = useState(none);
  useEffect(() => {
    if (!isNeeded) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const take = () => {
      timer = undefined;
      const [row] = ticker.change.rows;
      const isIndexKnown = row !== undefined && row.index !== "" && !row.indexStale;
      const levels = depth.change.state === "loading" ? undefined : depth.change.rows;
      setBook({ levels, index: isIndexKnown ? row.index : undefined });
    };
    const wait = () => void (timer ??= setTimeout(take, levelsEveryMs));
    const ends = [depth.subscribe(wait), ticker.subscribe(wait)];
    take();
    return () => {
      clearTimeout(timer);
      for (const end of ends) end();
      setBook(none);
    };
  }, [depth, ticker, isNeeded]);
  return book;
}
