import { type Figure, optionOf } from "../measure.ts";
import { bookGoals } from "./books.ts";
import { deliveryGoals } from "./deliveries.ts";

/** `pnpm goals feed`: what clients keep is what the engine has, and what it costs to deliver it. */
export async function feedGoals(): Promise<Figure[]> {
  if (optionOf("only") === "deliveries") return deliveryGoals();
  // The short part first: it may fail before half an hour of books is played.
  return [...(await deliveryGoals()), ...(await bookGoals())];
}
