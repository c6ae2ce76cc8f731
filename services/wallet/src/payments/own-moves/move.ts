import { type Database, inTransaction } from "@tidemark/kit-node";
import type { Round } from "../sends/round.ts";
import { sends as sendRows } from "../sends/sends-store.ts";
import type { Sends } from "../sends/sends.ts";

/** Moves own coins as far as that goes now. Behind another send of its address it is planned later; what the signer refused is gone. */
export async function move(
  db: Database,
  { sends }: Pick<Round, "sends">,
  wish: Parameters<Sends["plan"]>[1],
): Promise<"sent" | "behind" | "refused"> {
  const send = await inTransaction(db, (tx) => sends.plan(tx, wish));
  if (send === undefined) return "behind";
  await sends.advance(send);
  return (await sendRows.get(db, send.id)) === undefined ? "refused" : "sent";
}
