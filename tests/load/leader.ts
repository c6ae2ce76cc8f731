import pg from "pg";

/** Who leads, by the journal: the node of the newest epoch row. */
export async function leaderOf(urls: readonly string[]): Promise<{ node: string; epoch: number }> {
  for (const url of urls) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
    client.on("error", () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query(
        "select epoch, payload from journal.journal where batch_seq = (select min(batch_seq) from journal.journal where epoch = (select max(epoch) from journal.journal))",
      );
      const payload = rows[0].payload as Buffer;
      return { node: payload.subarray(11, 11 + payload[10]!).toString(), epoch: Number(rows[0].epoch) };
    } catch {
      continue;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  throw new Error("no server tells who leads");
}
