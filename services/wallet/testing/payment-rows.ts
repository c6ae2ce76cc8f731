import { randomUUID } from "node:crypto";
import { success } from "@tidemark/contracts";
import { type Database, type Log, openDatabase, systemTime, type UnnumberedCommand } from "@tidemark/kit-node";
import { sql } from "kysely";
import type { PaymentChain } from "../src/chains/payment-chain.ts";
import { storeEnds } from "../src/payments/withdrawals/ends.ts";
import { levels, worths } from "../src/limits/level-store.ts";
import type { Round } from "../src/payments/sends/round.ts";
import { openPayer, type Payer, type PayerDeps } from "../src/payments/withdrawals/payer.ts";
import { signerClient } from "../src/payments/sends/signer-client.ts";
import { held, type Held } from "../src/payments/withdrawals/store.ts";
import { ownMoveHandlers } from "../src/payments/own-moves/sweeps.ts";
import { requestKey } from "./signer-process.ts";
import { answerWaiting } from "./wallet-rows.ts";

type PaymentLine = {
  readonly state: string;
  readonly reason: string;
  readonly nonce: number | null;
  readonly sendState: string | null;
};

export type PaymentRows = {
  payment(id: string): Promise<PaymentLine | undefined>;
  /** The ends that wait for the core, for one withdrawal. */
  endsOf(coreId: number): Promise<readonly Extract<UnnumberedCommand, { type: "end_withdrawal" }>[]>;
  /** Plays the core for ends. */
  answerEnds(code?: number): Promise<void>;
};

/** The core holds it, for a user of the highest level, and it is worth next to nothing: its test is not about limits of levels. */
export async function holdWithinLimits(db: Database, one: Held): Promise<void> {
  await held.add(db, one, 1);
  await levels.keep(db, one.uid, 2);
  await worths.keep(db, one.coreId, 1n);
}

/** What a test looks at in the tables of payments. */
export function paymentRows(db: Database, log: Log, waiting: () => Promise<readonly UnnumberedCommand[]>): PaymentRows {
  return {
    async payment(id) {
      const { rows } = await sql<PaymentLine>`
        select p.state, p.reason, s.nonce::float8 as nonce, s.state as "sendState"
        from wallet.payments p left join wallet.sends s on s.id = p.send_id where p.id = ${id}`.execute(db);
      return rows[0];
    },
    async endsOf(coreId) {
      const all = await waiting();
      return all.flatMap((one) => (one.type === "end_withdrawal" && one.withdrawal === coreId ? [one] : []));
    },
    answerEnds: (code = success) =>
      answerWaiting(
        db,
        code,
        ({ type }) => type === "end_withdrawal",
        (tx, answers) => storeEnds({ log, now: () => systemTime.now() }, tx, answers),
      ),
  };
}

/** A process of the wallet: its own connections, which end with it. */
export type WalletProcess<C extends PaymentChain = PaymentChain> = {
  readonly db: Database;
  readonly chain: C;
  readonly payer: Payer;
  readonly run: (also?: (round: Round) => Promise<void>) => Promise<void>;
  /** As a crash: whatever it was doing, its connections are gone. */
  kill(): Promise<void>;
  end(): Promise<void>;
};

type ProcessWish<C extends PaymentChain> = {
  readonly db: Database;
  readonly databaseUrl: string;
  readonly chainOf: (db: Database) => Promise<C>;
  readonly socketPath: string;
  readonly log: Log;
  readonly more: Partial<PayerDeps>;
};

/** What pays, as the wallet opens it. */
export const testedPayer = (
  { db, chain, socketPath, log }: { db: Database; chain: PaymentChain; socketPath: string; log: Log },
  more: Partial<PayerDeps>,
): Payer =>
  openPayer({
    db,
    chain,
    witness: undefined,
    signer: signerClient({ db, socketPath, requestKey, timeoutMs: 5_000 }),
    time: systemTime,
    log,
    stuckMs: 3_600_000,
    handlers: ownMoveHandlers({ db, log }),
    ...more,
  });

export async function openWalletProcess<C extends PaymentChain>(wish: ProcessWish<C>): Promise<WalletProcess<C>> {
  const { db, log } = wish;
  const name = `wallet-${randomUUID()}`;
  const own = openDatabase(`${wish.databaseUrl}?application_name=${name}`, 4);
  // What a killed process had open ends with it; nobody is there to be asked about it.
  own.pool.on("connect", (client) => void client.on("error", () => undefined));
  const chain = await wish.chainOf(own.db);
  const payer = testedPayer({ db: own.db, chain, socketPath: wish.socketPath, log }, wish.more);
  return {
    db: own.db,
    chain,
    payer,
    run: (also) => payer.run(also),
    async kill() {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${name}`.execute(db);
    },
    end: () => own.close(),
  };
}
