import type { Mutant } from "./mutant.ts";

const recent = "engine/src/keys/recent-keys.ts";
const producers = "engine/src/keys/producers.ts";
const index = "engine/src/markets/index-price.ts";
const tests = ["engine/src/spot", "engine/src/ledger", "engine/src/markets"];

const classTests = ["engine/src/keys", "engine/src/commands/withdrawal-lock.test.ts"];

export const keyMutants: readonly Mutant[] = [
  {
    name: "a class uses up the numbers of another",
    file: "engine/src/apply.ts",
    find: "if (state.logic >= 2 && classOfProducer(producer) !== journalCommands[command.type].by) {",
    replace: "if (state.logic >= 2 && classOfProducer(producer) === undefined) {",
    tests: classTests,
  },
  {
    name: "a producer is lifted without a look at its number",
    file: "engine/src/commands/lift-producer.ts",
    find: "if (c.next !== expected)",
    replace: "if (c.next < 1)",
    tests: classTests,
  },
  {
    name: "a stopped operator may give anything with its next number",
    file: producers,
    find: "!(liftsItself && number === last + 1)",
    replace: "number !== last + 1",
    tests: classTests,
  },
  {
    name: "a reference is credited as often as it comes",
    file: "engine/src/commands/deposit.ts",
    find: "if (known === 0) return false;",
    replace: "if (known >= 0) return false;",
    tests: classTests,
  },
  {
    name: "a shorter lock takes the place of a longer one",
    file: "engine/src/commands/users.ts",
    find: "lockWithdrawals(state, c.uid, Math.max(stands, c.until));",
    replace: "lockWithdrawals(state, c.uid, stands === 0 ? c.until : c.until);",
    tests: classTests,
  },
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
