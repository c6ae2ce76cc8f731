import type { Mutant } from "./mutant.ts";

const ledger = "engine/src/ledger/ledger.ts";
const transfer = "engine/src/commands/transfer.ts";
const tests = ["engine/src/ledger"];

export const ledgerMutants: readonly Mutant[] = [
  {
    name: "a balance beyond 2^52 loses its carry",
    file: ledger,
    find: "      low -= splitBase;\n      high += 1;",
    replace: "      low -= splitBase;",
    tests,
  },
  {
    name: "a balance borrows without its upper splitBase",
    file: ledger,
    find: "      low += splitBase;\n      high -= 1;",
    replace: "      low += splitBase;",
    tests: ["engine/src/ledger", "engine/sim"],
  },
  {
    name: "a deposit is booked beyond what may be held",
    file: "engine/src/commands/deposit.ts",
    find: "c.amount - ledger.balance(mirror) >",
    replace: "c.amount + ledger.balance(mirror) >",
    tests,
  },
  {
    name: "the whole balance may not be transferred",
    file: transfer,
    find: "if (available < c.amount)",
    replace: "if (available <= c.amount)",
    tests,
  },
  {
    name: "an account suspended for money out still pays",
    file: transfer,
    find: "from === accountStatus.suspended || from === accountStatus.suspendedOut",
    replace: "from === accountStatus.suspended",
    tests,
  },
  {
    name: "an account suspended for money in still receives",
    file: transfer,
    find: "to === accountStatus.suspended || to === accountStatus.suspendedIn",
    replace: "to === accountStatus.suspended",
    tests,
  },
  {
    name: "a transfer to a sub-account that does not exist is taken",
    file: transfer,
    find: "(sub !== 0) !== (productId === product.margin)",
    replace: "(sub === 0 && productId === product.margin)",
    tests: ["engine/src/spot"],
  },
];
