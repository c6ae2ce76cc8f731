import { applicable, engineMaker, genesisPosition, pgJournal, Replica } from "@tidemark/core";
import { apply, beginBatch, createState, resume } from "@tidemark/engine";
import { server } from "./core.ts";

/** Reads the journal that `journaled` left, checks its chain and applies it; against applying the same commands from memory. */
export async function replay(database: string): Promise<object> {
  const session = await pgJournal(`${server}/${database}`, "single").connect();
  const replica = new Replica(engineMaker.fresh(), genesisPosition);
  const batches: ReturnType<typeof applicable>[] = [];
  let commands = 0;
  const started = performance.now();
  let rows = await session.read(1, 256);
  while (rows.length > 0) {
    for (const row of rows) {
      if (replica.contradicts(row)) throw new Error(`row ${row.seq} contradicts the replay`);
      const batchOf = applicable(row);
      replica.begin(batchOf);
      while (!replica.run());
      commands += batchOf.commands.length;
      batches.push(batchOf);
    }
    rows = rows.length < 256 ? [] : await session.read(replica.seq + 1, 256);
  }
  const fromJournal = (commands * 1000) / (performance.now() - started);
  session.close();
  const state = createState();
  const again = performance.now();
  for (const one of batches) {
    for (let ended = beginBatch(state, Math.floor(one.tsUs / 1000)); !ended;) ended = resume(state);
    one.commands.forEach((command, i) => {
      for (let ended = apply(state, command, i); !ended;) ended = resume(state);
    });
  }
  const inMemory = (commands * 1000) / (performance.now() - again);
  return { fromJournal, inMemory, commands };
}
