import { useQuery } from "@tanstack/react-query";
import { answerOf } from "../../lib/client/answer.ts";
import { browserTimeZone } from "../../lib/exports/use-csv-export.ts";
import type { PnlScope } from "./pnl-figures.tsx";

/** What an account realised on the days of a scope. */
export const usePnl = ({ product, asset, from, to }: PnlScope) =>
  useQuery({
    queryKey: ["own", "pnl", product, asset, from, to],
    queryFn: ({ signal }) => answerOf("pnl", { product, asset, from, to, timeZone: browserTimeZone }, signal),
  });
