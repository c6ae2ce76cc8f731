import { amendmentMutants } from "./amendments.ts";
import { bookMutants } from "./book.ts";
import { callerMutants } from "./callers.ts";
import { keyMutants } from "./keys.ts";
import { ledgerMutants } from "./ledger.ts";
import { memoryMutants } from "./memory.ts";
import { moneyMutants } from "./money.ts";
import { perpetualMutants } from "./perpetuals.ts";
import type { Mutant } from "./mutant.ts";

export const allMutants: readonly Mutant[] = [
  ...moneyMutants,
  ...ledgerMutants,
  ...memoryMutants,
  ...bookMutants,
  ...keyMutants,
  ...perpetualMutants,
  ...amendmentMutants,
  ...callerMutants,
];
