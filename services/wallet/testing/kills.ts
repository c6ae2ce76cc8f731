import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ApprovedRow } from "@tidemark/contracts";
import type { Database } from "@tidemark/kit-node";
import { type Dice, diceOf, startService, type StartedService } from "@tidemark/kit-testing";
import { sql } from "kysely";
import type { SendPoint } from "../src/payments/sends/sends.ts";
import type { PaymentRows } from "./payment-rows.ts";
import type { StartedSigner } from "./signer-process.ts";
import type { WalletRows } from "./wallet-rows.ts";

/** What the process of a wallet that is killed is given. */
export type KilledWallet = {
  readonly databaseUrl: string;
  readonly url: string;
  readonly socketPath: string;
  readonly approvedFile: string;
  readonly killFile: string;
  readonly stuckMs: number;
};

type Paid = { readonly uid: number; readonly units: bigint };
type Approved = { readonly coreId: number; readonly amount: bigint; readonly arrived: () => Promise<bigint> };

/** One chain with a wallet and a signer, and what people do there. */
export type KillWorld = Pick<WalletRows, "answer" | "commands"> &
  Pick<PaymentRows, "answerEnds"> & {
    readonly network: string;
    /** The process of the wallet. */
    readonly walletFile: string;
    readonly databaseUrl: string;
    readonly db: Database;
    readonly url: string;
    readonly signer: StartedSigner;
    /** Mined at once where everything is to come to its end. */
    readonly blocksToEnd: number;
    height(): Promise<number>;
    mine(blocks: number): Promise<void>;
    /** Whether transactions are mined as soon as they come; a fee is raised only where they are not. */
    setAutomine(isOn: boolean): Promise<void>;
    approve(dice: Dice): Promise<Approved>;
    approved(): readonly ApprovedRow[];
    deposit(dice: Dice, uid: number): Promise<Paid>;
    /** What is wrong with nonces or coins at the end. */
    wrongPlaces(): Promise<string[]>;
  };

export type KillReport = {
  readonly seed: number;
  /** How often each step killed its process. */
  readonly kills: Readonly<Record<string, number>>;
  readonly withdrawals: number;
  readonly deposits: number;
  /** What was paid twice or not at all, credited twice or not at all, and nonces that are missing; the goal is none. */
  readonly wrong: readonly string[];
};

const sendPoints: readonly SendPoint[] = [
  "planned",
  "asked",
  "answered",
  "signed",
  "broadcast",
  "sent",
  "mined",
  "final",
  "bumped",
];
type Kill = { readonly victim: "wallet" | "signer"; readonly step: string };
/** Every step of both. A statement is one of any: reading blocks, taking over withdrawals, sweeping. */
export const killSteps: readonly Kill[] = [
  ...sendPoints.map((step) => ({ victim: "wallet", step }) as const),
  { victim: "wallet", step: "statement" },
  ...["asked", "written", "signed", "answered"].map((step) => ({ victim: "signer", step }) as const),
];

const stuckMs = 250;
const statementsMax = 120;
const lookEveryMs = 25;
const haltedMs = 300;
const reachedMaxMs = 60_000;
const settledMaxMs = 120_000;
const blocksPerLook = 4;
const firstUid = 100_000;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A signer and a wallet, each a process that is killed at one step after another and started again, while people withdraw and deposit. */
export async function killRun(world: KillWorld, count: number, seed: number): Promise<KillReport> {
  const folder = mkdtempSync(join(tmpdir(), "kills-"));
  try {
    return await new Kills(world, folder, seed).run(count);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

class Kills {
  readonly world: KillWorld;
  readonly seed: number;
  readonly #dice: Dice;
  readonly #wallet: KilledWallet;
  readonly #withdrawn: Approved[] = [];
  readonly #paid: Paid[] = [];
  readonly #kills: Record<string, number> = {};
  #running: StartedService | undefined;

  constructor(world: KillWorld, folder: string, seed: number) {
    this.world = world;
    this.seed = seed;
    const { databaseUrl, url, signer } = world;
    this.#dice = diceOf(seed);
    this.#wallet = {
      databaseUrl,
      url,
      socketPath: signer.socketPath,
      approvedFile: join(folder, "approved.json"),
      killFile: join(folder, "kill"),
      stuckMs,
    };
  }

  async run(count: number): Promise<KillReport> {
    writeFileSync(this.#wallet.approvedFile, "[]");
    await this.#startWallet();
    try {
      for (let kill = 0; kill < count; kill += 1)
        await this.#kill(kill < killSteps.length ? killSteps[kill]! : this.#dice.pick(killSteps));
      const wrong = await this.#settled();
      const [withdrawals, deposits] = [this.#withdrawn.length, this.#paid.length];
      return { seed: this.seed, kills: this.#kills, withdrawals, deposits, wrong };
    } finally {
      await this.#running?.end("SIGKILL");
    }
  }

  async #startWallet(): Promise<void> {
    const env = { KILLED_WALLET: JSON.stringify(this.#wallet) };
    // Its lines of trouble are what is looked for here; nobody reads them.
    this.#running = await startService(this.world.walletFile, env, "wallet: running", () => undefined);
  }

  async #kill({ victim, step }: Kill): Promise<void> {
    const file = victim === "wallet" ? this.#wallet.killFile : this.world.signer.killFile;
    const text = step === "statement" ? `statement ${1 + this.#dice.below(statementsMax)}` : step;
    // A fee is raised only where nothing is mined.
    const isMining = step !== "bumped";
    if (!isMining) await this.world.setAutomine(false);
    writeFileSync(file, text);
    if (isMining && this.#dice.below(2) === 0) await this.#deposit();
    await this.#withdraw();
    const giveUpAt = performance.now() + reachedMaxMs;
    while (existsSync(file)) {
      if (performance.now() > giveUpAt) throw new Error(`seed ${this.seed}: the ${victim} does not come to ${text}`);
      if (isMining) await this.#mine(1 + this.#dice.below(blocksPerLook));
      await this.#answer();
      await pause(lookEveryMs);
    }
    await (victim === "wallet" ? this.#running!.end("SIGKILL") : this.world.signer.kill());
    const name = `${victim} ${step}`;
    this.#kills[name] = (this.#kills[name] ?? 0) + 1;
    if (!isMining) await this.world.setAutomine(true);
    const isHalted = this.#dice.below(2) === 0;
    if (isHalted) await this.#halt();
    await (victim === "wallet" ? this.#startWallet() : this.world.signer.start());
    if (!isHalted) return;
    await pause(haltedMs);
    await sql`delete from wallet.halts`.execute(this.world.db);
  }

  /** What waits is halted for a moment: a process that begins anew finds what was planned or signed before it. */
  async #halt(): Promise<void> {
    await sql`
      insert into wallet.halts (asset, reason, facts, since)
      select distinct asset, 'OPERATOR', '{}'::jsonb, 0 from wallet.payments where state = 'WAITING'`.execute(
      this.world.db,
    );
  }

  /** Not before the last blocks were read: a chain that is faster than its reader would never be read to its tip. */
  async #mine(blocks: number): Promise<void> {
    const { network, db } = this.world;
    const { rows } = await sql<{ height: number }>`
      select height::float8 as height from wallet.tips where network = ${network}`.execute(db);
    if ((rows[0]?.height ?? 0) >= (await this.world.height())) await this.world.mine(blocks);
  }

  async #withdraw(): Promise<void> {
    this.#withdrawn.push(await this.world.approve(this.#dice));
    writeFileSync(this.#wallet.approvedFile, JSON.stringify(this.world.approved()));
  }

  async #deposit(): Promise<void> {
    this.#paid.push(await this.world.deposit(this.#dice, firstUid + this.#paid.length));
  }

  /** Plays the core. */
  async #answer(): Promise<void> {
    await this.world.answer();
    await this.world.answerEnds();
  }

  /** Payments, deposits and sends that have not come to their end. */
  async #openCount(): Promise<number> {
    const { rows } = await sql<{ open: number }>`
      select ((select count(*) from wallet.held h where not exists
          (select 1 from wallet.payments p where p.core_id = h.core_id and p.state = 'PAID'))
        + (select count(*) from wallet.deposits where state <> 'CREDITED')
        + (select count(*) from wallet.sends where state not in ('FINAL', 'FAILED')))::float8 as open`.execute(
      this.world.db,
    );
    return rows[0]!.open;
  }

  /** What waits, and why. */
  async #open(): Promise<string> {
    const { rows } = await sql<{ what: string }>`
      select concat_ws(' ', count(*), 'payments', state, reason) as what from wallet.payments
      where state <> 'PAID' group by state, reason
      union all select concat_ws(' ', count(*), kind, state, reason) from wallet.sends
      where state not in ('FINAL', 'FAILED') group by kind, state, reason`.execute(this.world.db);
    return rows.map(({ what }) => what).join(", ");
  }

  /**
   * Lets everything come to its end, with nobody killed, and says what is wrong then. Few large coins pay few withdrawals at a time, and who has waited once
   * is looked at again 15 s later: it is over where nothing more comes to its end, however long all of it takes.
   */
  async #settled(): Promise<string[]> {
    let open = await this.#openCount();
    let least = open;
    for (let giveUpAt = performance.now() + settledMaxMs; open > 0 && performance.now() < giveUpAt;) {
      await this.#mine(this.world.blocksToEnd);
      await this.#answer();
      await pause(2 * lookEveryMs);
      open = await this.#openCount();
      // A send that is planned counts too: only fewer than ever before are progress.
      if (open < least) giveUpAt = performance.now() + settledMaxMs;
      least = Math.min(least, open);
    }
    return [
      ...(open === 0 ? [] : [`still open: ${await this.#open()}`]),
      ...(await this.#wrongPayments()),
      ...(await this.#wrongDeposits()),
      ...(await this.world.wrongPlaces()),
    ].map((problem) => `seed ${this.seed}: ${problem}`);
  }

  async #wrongPayments(): Promise<string[]> {
    const commands = await this.world.commands();
    const wrong: string[] = [];
    for (const { coreId, amount, arrived } of this.#withdrawn) {
      const units = await arrived();
      if (units !== amount) wrong.push(`withdrawal ${coreId} of ${amount}: ${units}`);
      const ends = commands.filter((one) => one.type === "end_withdrawal" && one.withdrawal === coreId);
      if (ends.length !== 1 || !ends.every((one) => one.type === "end_withdrawal" && one.isSent))
        wrong.push(`withdrawal ${coreId} was ended ${ends.length} times`);
    }
    return wrong;
  }

  async #wrongDeposits(): Promise<string[]> {
    const commands = await this.world.commands();
    const credits = commands.filter((one) => one.type === "credit_deposit");
    const wrong = commands.some(({ type }) => type === "reverse_deposit") ? ["a deposit was reversed"] : [];
    if (credits.length !== this.#paid.length) wrong.push(`${credits.length} credits of ${this.#paid.length} deposits`);
    for (const { uid, units } of this.#paid) {
      const own = credits.filter((one) => one.uid === uid);
      if (own.length !== 1 || own[0]!.amount !== units) wrong.push(`the deposit of ${uid} has ${own.length} credits`);
    }
    return wrong;
  }
}
