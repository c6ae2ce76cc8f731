import { client } from "../../../lib/client/client.ts";
import { type TrailingEntry, trailingAskOf } from "../../../lib/exits/trailing-entry.ts";
import { m } from "../../../lib/exits/trailing-messages.ts";
import { useSubmit } from "../../../lib/forms/use-submit.ts";
import { useTexts } from "../../../lib/i18n/texts.ts";
import type { PositionSide } from "../../../lib/markets/margin-settings.ts";
import type { ContractMarket } from "../../../lib/markets/market.ts";
import type { ContractFacts, ContractForm, ContractSummary } from "./contract-form.ts";

type TrailingOrder = {
  market: ContractMarket;
  form: ContractForm;
  facts: ContractFacts;
  summary: ContractSummary;
  onPlaced: () => void;
};

/** A trailing stop that waits for its confirmation, as it was when its button was pressed. */
export type PressedStop = {
  readonly posSide: PositionSide;
  readonly entry: TrailingEntry;
  readonly ask: NonNullable<ReturnType<typeof trailingAskOf>>;
  readonly lots: number;
};

/** Sends the ticket's trailing stop, which is a command of its own. */
export function useTrailingOrder({ market, form, facts, summary, onPlaced }: TrailingOrder) {
  const t = useTexts();
  const { submit, isPending } = useSubmit({
    isWhole: true,
    doneText: t(m.trailingPlaced, { contract: market.title }),
    onDone: onPlaced,
  });
  /** Undefined where something is missing, and of a form that has none. */
  const askFor = (posSide: PositionSide) =>
    form.trailing === undefined
      ? undefined
      : trailingAskOf(market, form.trailing, {
          posSide,
          lots: summary[posSide].lots,
          heldLots: facts.closable[posSide]?.MARKET ?? 0,
        });
  const pressed = (posSide: PositionSide): PressedStop | undefined => {
    const ask = askFor(posSide);
    return ask === undefined || form.trailing === undefined
      ? undefined
      : { posSide, entry: form.trailing, ask, lots: summary[posSide].lots };
  };
  const place = ({ ask }: PressedStop) =>
    void submit((requestId) => client.call("placeTrailingStop", { ...ask, requestId }), ask);
  return { pressed, place, isPending };
}
