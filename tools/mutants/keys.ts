import type { Mutant } from "./mutant.ts";

const recent = "engine/src/keys/recent-keys.ts";
const producers = "engine/src/keys/producers.ts";
const index = "engine/src/markets/index-price.ts";
const tests = ["engine/src/spot", "engine/src/ledger", "engine/src/markets"];

export const keyMutants: readonly Mutant[] = [
  {
    name: "a producer's missing number is not noticed",
    file: producers,
    find: "if (number === last + 1) return",
    replace: "if (number > last) return",
    tests,
  },
  {
    name: "a producer that tells two stories is taken at its word",
    file: producers,
    find: "=== body ? producerCheck.known : producerCheck.fork",
    replace: "=== body ? producerCheck.known : producerCheck.known",
    tests,
  },
  {
    name: "a client key dies after ten minutes though its order lives",
    file: recent,
    find: "if (order !== 0 && w[order + Order.keptKey] === 0",
    replace: "if (order === 0 && w[order + Order.keptKey] === 0",
    tests,
  },
  {
    name: "a key stays taken for an hour and more",
    file: recent,
    find: "const lifeSeconds = 600;",
    replace: "const lifeSeconds = 6_000;",
    tests,
  },
  {
    name: "a source that fell silent still counts",
    file: index,
    find: "state.now - at >= sourceAgeMaxMs",
    replace: "state.now - at > sourceAgeMaxMs * 2",
    tests,
  },
];
