import { type Figure, optionOf } from "../measure.ts";
import { bookGoals } from "./books.ts";
import { deliveryGoals } from "./deliveries.ts";

/** `pnpm goals feed`: what clients keep is what the engine has, and what it costs to deliver it. */
export async function feedGoals(): Promise<Figure[]> {
  const only = optionOf("only");
  // The short part first: it may fail before half an hour of books is played.
  const deliveries = only === "books" ? [] : await deliveryGoals();
  const books = only === "deliveries" ? [] : await bookGoals();
  return [...deliveries, ...books];
}
