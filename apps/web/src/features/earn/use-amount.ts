import { finishedDecimal } from "@tidemark/kit-ui";
import { useState } from "react";
import { requireUnits } from "../../lib/format/require-units.ts";
import { amountProblem } from "./earn-rules.ts";

/** The amount of a dialog about one coin: what its field shows, and what is sent once nothing is wrong with it. */
export function useAmount(asset: string, minimum: bigint, available: bigint | undefined) {
  const [value, onChange] = useState("");
  const problem = amountProblem(value, minimum, available);
  const sent = finishedDecimal(value);
  return {
    field: { asset, value, onChange, available, minimum, problem },
    isWhole: problem === undefined,
    sent,
    units: problem === undefined ? requireUnits(sent) : 0n,
  };
}
