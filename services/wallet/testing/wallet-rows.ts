import { success } from "@tidemark/contracts";
import { commandFromJson } from "@tidemark/contracts/codec";
import {
  type Database,
  inTransaction,
  type Log,
  type OutboxAnswer,
  systemTime,
  type UnnumberedCommand,
} from "@tidemark/kit-node";
import { sql } from "kysely";
import { storeAnswers } from "../src/deposits/credit.ts";

type DepositLine = {
  readonly state: string;
  readonly reason: string;
  readonly asset: string;
  readonly units: string;
  readonly uid: number;
  readonly txid: string;
};

type Waiting = { readonly number: number; readonly command: UnnumberedCommand };

export type WalletRows = {
  deposits(): Promise<readonly DepositLine[]>;
  /** The commands that wait for the core; `answer` plays the core for deposits, and takes everything. */
  waiting(): Promise<readonly UnnumberedCommand[]>;
  answer(code?: number): Promise<void>;
  /** All commands that were ever made, in their order. */
  commands(): Promise<readonly UnnumberedCommand[]>;
};

async function rowsOf(db: Database, isWaiting: boolean): Promise<Waiting[]> {
  const { rows } = await sql<{ number: number; command: never }>`
    select number::float8 as number, command from wallet.outbox
    where answered_at is null or not ${isWaiting}::boolean order by number`.execute(db);
  return rows.map(({ number, command }) => ({
    number,
    command: commandFromJson(command) as unknown as UnnumberedCommand,
  }));
}

/** Plays the core for the commands that wait now and that `isAnswered` names; another process may be adding some. */
export async function answerWaiting(
  db: Database,
  code: number,
  isAnswered: (command: UnnumberedCommand) => boolean,
  store: (tx: Database, answers: readonly OutboxAnswer[]) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const waiting = (await rowsOf(tx, true)).filter(({ command }) => isAnswered(command));
    await sql`
      update wallet.outbox set answered_at = 1, code = ${code}
      where number = any(${waiting.map(({ number }) => number)}::bigint[])`.execute(tx);
    const facts = [0n, 0n] as const;
    await store(
      tx,
      waiting.map(({ number, command }) => ({
        number,
        command,
        result: { code, seq: 1, ref: 100 + number, facts },
      })),
    );
  });
}

/** What a test looks at in the wallet's tables. */
export function walletRows(db: Database, log: Log): WalletRows {
  return {
    async deposits() {
      const { rows: lines } = await sql<DepositLine>`
        select state, reason, asset, units::text as units, uid::float8 as uid, txid
        from wallet.deposits order by seen_at, height, txid, place`.execute(db);
      return lines;
    },
    waiting: async () => (await rowsOf(db, true)).map(({ command }) => command),
    commands: async () => (await rowsOf(db, false)).map(({ command }) => command),
    answer: (code = success) =>
      answerWaiting(
        db,
        code,
        ({ type }) => type !== "end_withdrawal",
        (tx, answers) => storeAnswers({ log, now: () => systemTime.now() }, tx, answers),
      ),
  };
}
