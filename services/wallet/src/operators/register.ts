import { recoverAddress, readReserveStatement } from "@tidemark/contracts";
import { createLog, type Database, inTransaction, openDatabase, systemTime } from "@tidemark/kit-node";
import { sql } from "kysely";
import { credit } from "../deposits/credit.ts";
import { blocks, type Deposit, deposits } from "../deposits/store.ts";
import { endPaid, giveBack } from "../payments/withdrawals/ends.ts";
import { type Send, sends } from "../payments/sends/sends-store.ts";
import { type Halt, halts } from "../limits/halts-store.ts";
import { payments } from "../payments/withdrawals/store.ts";
import { statements } from "../reserves/store.ts";
import {
  decisionText,
  goodNames,
  keysNeeded,
  signDecision,
  type SignedDecision,
  type Subject,
} from "./decision-text.ts";
import { isFinal, problemOfCredit } from "./deposit-rules.ts";

/** A line of the operators' audit log, written in the transaction of what it reports. */
type AuditLine = {
  readonly at: number;
  readonly uid: number;
  readonly origin: string;
  readonly action: string;
  readonly subject: string;
  readonly reason: string;
  readonly before: unknown;
  readonly after: unknown;
};
type Why = { readonly reason: string; readonly origin: string };
type Decision = Pick<Subject, "kind" | "id"> & Why & { readonly approver: string; readonly seed: string };
type IgnoredDeposit = Deposit & { readonly problem: string | undefined };

export type WalletRegister = {
  /** Halted assets with the last comparison of chains and ledger. */
  halts(): Promise<readonly Halt[]>;
  /** Sends that the wallet does not end by itself, and those that are stuck. */
  sends(): Promise<readonly Send[]>;
  /** Deposits that are not credited by themselves, with what keeps operators from it. */
  ignored(): Promise<readonly IgnoredDeposit[]>;
  /** The newest statement of a network that its cold address has not signed. */
  unsignedStatement(network: string): Promise<string | undefined>;
  /** Stores a signature that was made offline, if it is of the address that the text names. */
  addReserveSignature(signed: { readonly text: string; readonly signature: string }, why: Why): Promise<string>;
  /** Signs; carries it out when enough keys have. Returns who has signed. */
  decide(decision: Decision): Promise<{ readonly names: readonly string[]; readonly isDone: boolean }>;
  close(): Promise<void>;
};

/** What operators end. All others they can only look at: nothing says yet that it will never be in a block. */
const undecidedReasons = ["NO_EFFECT", "NODES_DIFFER"];
const listedMax = 200;

/** Decisions about the wallet by a command line, with the rights of the schema's owner. `approvers` are names and public keys. */
export function openWalletRegister(
  ownerUrl: string,
  approvers: ReadonlyMap<string, string>,
  audit: (tx: Database, line: AuditLine) => Promise<void>,
): WalletRegister {
  const database = openDatabase(ownerUrl, 1);
  const { db } = database;
  const log = createLog("operator");
  const run = <T>(work: (tx: Database, at: number) => Promise<T>): Promise<T> =>
    inTransaction(db, (tx) => work(tx, systemTime.now()));

  /** All that halts an asset now, the newest last: it is lifted together, and what comes later is another decision. */
  async function haltsOf(tx: Database, asset: string): Promise<readonly [Halt, ...Halt[]]> {
    const [first, ...more] = (await halts.compared(tx)).filter((halt) => halt.asset === asset);
    if (first === undefined) throw new Error(`${asset} is not halted.`);
    const last = more.at(-1) ?? first;
    if (last.comparedAt === null || last.comparedAt <= last.since)
      throw new Error(`${asset} was not compared since it was halted.`);
    if (BigInt(last.units!) < BigInt(last.owed!))
      throw new Error(`${asset}: own addresses have ${last.units}, the ledger owes ${last.owed}.`);
    return [first, ...more];
  }

  async function sendOf(tx: Database, id: string, kind: "send-paid" | "send-failed"): Promise<Send> {
    const one = await sends.lock(tx, id);
    if (one === undefined) throw new Error(`There is no send ${id}.`);
    // Where nodes differ one of them may only be behind: what may have left is never given back.
    if (kind === "send-failed" && one.reason !== "NO_EFFECT")
      throw new Error(`Send ${id} is ${one.reason}: only what is in a block without its effect can be called failed.`);
    if (one.state !== "MINED" || !undecidedReasons.includes(one.reason))
      throw new Error(`Send ${id} is ${one.state} ${one.reason}: nobody waits for a decision.`);
    return one;
  }

  async function depositOf(tx: Database, id: string): Promise<IgnoredDeposit> {
    const one = await deposits.lock(tx, id);
    if (one === undefined) throw new Error(`There is no deposit ${id}.`);
    const checked = await withProblem(tx, one);
    if (checked.problem !== undefined) throw new Error(`Deposit ${id} cannot be credited: ${checked.problem}.`);
    return checked;
  }

  async function withProblem(tx: Database, one: Deposit): Promise<IgnoredDeposit> {
    const readTo = (await blocks.tip(tx, one.network))?.height ?? 0;
    return { ...one, problem: problemOfCredit(one, readTo, await deposits.small(tx, one)) };
  }

  /** Small ones are credited together: alone none of them reaches the smallest deposit. */
  async function creditAll(tx: Database, one: Deposit, at: number): Promise<void> {
    const readTo = (await blocks.tip(tx, one.network))?.height ?? 0;
    const list =
      one.reason === "TOO_SMALL" ? (await deposits.small(tx, one)).filter((other) => isFinal(other, readTo)) : [one];
    for (const each of list) await credit({ log, now: () => at }, tx, each);
  }

  /** The row that a decision is about, under its lock, and how it is carried out. Throws where no rule allows it. */
  async function planOf(tx: Database, { kind, id }: Pick<Subject, "kind" | "id">, at: number) {
    if (kind === "lift-halt") {
      const list = await haltsOf(tx, id);
      const reasons = list.map((halt) => halt.reason).toSorted();
      const { since, units, owed } = list.at(-1)!;
      const about = { since, reason: reasons.join(" "), txid: "" };
      return { about, before: { units, owed, reasons }, carryOut: () => halts.lift(tx, id, reasons) };
    }
    if (kind === "credit-deposit") {
      const one = await depositOf(tx, id);
      const carryOut = () => creditAll(tx, one, at);
      const { changedAt: since, state, reason, txid } = one;
      return { about: { since, reason, txid }, before: { state, reason, txid }, carryOut };
    }
    const one = await sendOf(tx, id, kind);
    const isPaid = kind === "send-paid";
    const carryOut = async (): Promise<void> => {
      await sends.setState(tx, id, isPaid ? "FINAL" : "FAILED", at);
      const paid = one.kind === "withdraw" ? await payments.ofSend(tx, id) : undefined;
      const payment = paid === undefined ? undefined : await payments.lock(tx, paid.id);
      if (payment === undefined) return;
      await (isPaid ? endPaid(tx, payment, at) : giveBack(tx, payment, "TRANSACTION_FAILED", at));
    };
    const { changedAt: since, state, reason, txid } = one;
    return { about: { since, reason, txid: txid ?? "" }, before: { state, reason, txid }, carryOut };
  }

  async function signedOf(tx: Database, text: string): Promise<SignedDecision[]> {
    const { rows } = await sql<SignedDecision>`
      select approver, public_key as "publicKey", signature from wallet.decisions where text = ${text}`.execute(tx);
    return rows;
  }

  return {
    halts: () => halts.compared(db),
    sends: () => sends.kept(db),
    ignored: async () => Promise.all((await deposits.ignored(db, listedMax)).map((one) => withProblem(db, one))),
    async unsignedStatement(network) {
      return (await statements.unsigned(db, listedMax)).find((one) => one.network === network)?.text;
    },
    addReserveSignature: ({ text, signature }, { reason, origin }) =>
      run(async (tx, at) => {
        const said = readReserveStatement(text);
        if (said === undefined) throw new Error("The file has no statement for the proof of funds.");
        if (recoverAddress(text, signature) !== said.address.toLowerCase())
          throw new Error(`The signature is not of ${said.address}.`);
        if (!(await statements.sign(tx, text, signature, at)))
          throw new Error("No such statement waits for a signature.");
        const line = { at, uid: 0, origin, action: "reserve signed", subject: said.address, reason };
        await audit(tx, { ...line, before: "", after: { sequence: said.stateSeq, network: said.network } });
        return said.address;
      }),
    decide: ({ kind, id, approver, seed, reason, origin }) =>
      run(async (tx, at) => {
        const { about, before, carryOut } = await planOf(tx, { kind, id }, at);
        const subject = { kind, id, ...about };
        const own = signDecision(subject, approver, seed);
        if (approvers.get(approver) !== own.publicKey)
          throw new Error(`WITHDRAWAL_APPROVERS has no ${approver} with the key ${own.publicKey}.`);
        const text = decisionText(subject);
        await sql`
          insert into wallet.decisions (text, public_key, approver, signature, reason, made_at)
          values (${text}, ${own.publicKey}, ${approver}, ${own.signature}, ${reason}, ${at}) on conflict do nothing`.execute(
          tx,
        );
        const names = goodNames(subject, await signedOf(tx, text), approvers);
        const isDone = names.length >= keysNeeded;
        if (isDone) await carryOut();
        const action = isDone ? `wallet ${kind}` : `wallet ${kind} signed`;
        await audit(tx, { at, uid: 0, origin, action, subject: id, reason, before, after: { names } });
        return { names, isDone };
      }),
    close: () => database.close(),
  };
}
