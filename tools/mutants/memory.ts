import type { Mutant } from "./mutant.ts";

const memory = "engine/src/memory/memory.ts";
const tests = ["engine/src/memory"];
const lived = ["engine/src/memory", "engine/sim"];

export const memoryMutants: readonly Mutant[] = [
  {
    name: "undo forgets the upper word of a number",
    file: memory,
    find: "log[end + 3] = oldHigh;",
    replace: "log[end + 3] = oldLow;",
    tests,
  },
  {
    name: "undo leaves the first write of a command",
    file: memory,
    find: "at >= end; at -= 2",
    replace: "at > end; at -= 2",
    tests,
  },
  {
    name: "undo forgets the hash",
    file: memory,
    find: "      this.high = (this.high + Math.imul(first, change)) | 0;\n      this.low = (this.low + Math.imul(first ^ (first >>> 15) ^ flip, change)) | 0;\n      w[address]",
    replace: "      w[address]",
    tests,
  },
  {
    name: "a record written at once is not noted",
    file: memory,
    find: "      log[end] = i;\n      log[end + 1] = old;\n      end += 2;",
    replace: "",
    tests,
  },
  {
    name: "the hash of a record adds words and not differences",
    file: memory,
    find: "const change = (word - old) | 0;\n      const first = Math.imul(i, seed) | 1;",
    replace: "const change = word;\n      const first = Math.imul(i, seed) | 1;",
    tests: lived,
  },
  {
    name: "a table loses who stood behind a removed key",
    file: "engine/src/memory/table.ts",
    find: "      memory.set(cells + hole, hash);\n      memory.set(cells + hole + 1, next);\n      hole = cell;",
    replace: "      break;",
    tests: lived,
  },
  {
    name: "a growing table tears neighbours apart",
    file: "engine/src/memory/table.ts",
    find: "record !== 0 || (moved < enough && moved <= size)",
    replace: "moved < enough && moved <= size",
    tests,
  },
  {
    name: "a growing table looks for a key in its new area only",
    file: "engine/src/memory/table.ts",
    find: "    const hash = hashOf(first, second);\n    const isOld = w[at + oldAt] !== 0 && this.isInOld(hash);",
    replace: "    const hash = hashOf(first, second);\n    const isOld = false;",
    tests,
  },
  {
    name: "the record with which a table begins to grow may take the cell where emptying begins",
    file: "engine/src/memory/table.ts",
    find: "    if (w[at + oldAt] !== 0) this.move();",
    replace: "    if (w[at + oldAt] !== 0 && (w[at + movedAt]! > 0 || count % 2 === 0)) this.move();",
    tests,
  },
  {
    name: "a growing table moves all its records at once",
    file: "engine/src/memory/table.ts",
    find: "const enough = moved + movedPerInsert;",
    replace: "const enough = size;",
    tests,
  },
  {
    name: "the area that a table has left is lost",
    file: "engine/src/memory/memory.ts",
    find: "    this.set(freeBlocksAt + power, at);\n",
    replace: "",
    tests,
  },
  {
    name: "a command is answered by a memory that is full",
    file: memory,
    find: "    if (this.isFull) throw this.full();\n",
    replace: "",
    tests,
  },
  {
    name: "a freed record is never used again",
    file: "engine/src/memory/pool.ts",
    find: "    memory.set(at + freeAt, record);\n",
    replace: "",
    tests: lived,
  },
  {
    name: "a snapshot that was cut short is taken",
    file: "engine/src/memory/snapshot.ts",
    find: "bytes.length !== headerBytes + words * 4",
    replace: "bytes.length > headerBytes + words * 4",
    tests,
  },
];
