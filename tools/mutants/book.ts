import type { Mutant } from "./mutant.ts";

const book = "engine/src/book/fast-book.ts";
const prices = "engine/src/book/price-index.ts";
const tests = ["engine/src/book"];

export const bookMutants: readonly Mutant[] = [
  {
    name: "a new order goes to the head of its level",
    file: book,
    find: "      last = w[level + Level.tail]!;\n      memory.set(last + Order.after, order);",
    replace:
      "      memory.set(order + Order.after, w[level + Level.head]!);\n      memory.set(level + Level.head, order);",
    tests,
  },
  {
    name: "the best price stays when its level is gone",
    file: book,
    find: "if (this.best(market, side) === price) memory.set",
    replace: "if (this.best(market, side) !== price) memory.set",
    tests,
  },
  {
    name: "a level keeps the size of an order that left",
    file: book,
    find: "- w[order + Order.remaining]!;\n    memory.setNumber(level + Level.total, total);",
    replace: "- 0 * w[order + Order.remaining]!;\n    memory.setNumber(level + Level.total, total);",
    tests,
  },
  {
    name: "the order behind a removed one keeps looking at it",
    file: book,
    find: "    if (after !== 0) memory.set(after + Order.ahead, ahead);\n    else if (ahead !== 0)",
    replace: "    if (after === 0 && ahead !== 0)",
    tests,
  },
  {
    name: "a page that is not empty is dropped",
    file: prices,
    find: "if (after !== 0) return false;",
    replace: "",
    tests,
  },
  {
    name: "the search upward skips the neighbour page",
    file: prices,
    find: "branchBit = atOrAbove(w, branch, branchBit + 1);",
    replace: "branchBit = atOrAbove(w, branch, branchBit + 2);",
    tests,
  },
  {
    name: "the search downward forgets the top of a page",
    file: prices,
    find: "(from & 31) === 31 ? -1 : (1 << ((from & 31) + 1)) - 1",
    replace: "(1 << (from & 31)) - 1",
    tests,
  },
];
