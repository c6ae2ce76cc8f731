import type { TriggerSource } from "../../../lib/exits/exit-entry.ts";
import type { PickedOpening, PickedPrice } from "../shell/picked-price.ts";
import type { ContractStep } from "./contract-form.ts";

/** The steps that make the ticket the order that was chosen at a price of the chart. Its size stays. */
export function stepsForOpening(
  price: string,
  { as }: PickedOpening,
  triggerBy: TriggerSource,
): readonly ContractStep[] {
  if (as === "LIMIT")
    return [
      { type: "use", use: "open" },
      { type: "order_type", orderType: "LIMIT" },
      { type: "price", text: price },
    ];
  return [
    { type: "use", use: "open" },
    { type: "order_type", orderType: "MARKET", triggerBy },
    { type: "trigger", trigger: { price, by: triggerBy } },
  ];
}

const taken = new WeakSet<PickedPrice>();

/** Each is pressed once, also if the ticket is mounted again with the same one: it may be an order that is sent at once. */
export function takeOpening(picked: PickedPrice): PickedOpening | undefined {
  if (picked.opening === undefined || taken.has(picked)) return undefined;
  taken.add(picked);
  return picked.opening;
}
