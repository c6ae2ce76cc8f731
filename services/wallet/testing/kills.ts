import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Dice, diceOf, startService, type StartedService } from "@tidemark/kit-testing";
import { sql } from "kysely";
import { parseEther } from "viem";
import type { SendPoint } from "../src/payments/sends.ts";
import { finalBlocks, openPaymentsFixture, type PaymentsFixture, type Withdrawn } from "./payments-fixture.ts";
import { killedSigner } from "./signer-process.ts";

/** What the process of `killed-wallet.ts` is given. */
export type KilledWallet = {
  readonly databaseUrl: string;
  readonly url: string;
  readonly socketPath: string;
  readonly approvedFile: string;
  readonly killFile: string;
  readonly stuckMs: number;
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
const reachedMaxMs = 60_000;
const settledMaxMs = 120_000;
const blocksPerLook = 4;
const unitsPerUsdt = 100n;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A signer and a wallet, each a process that is killed at one step after another and started again, while people withdraw and deposit. */
export async function killRun(count: number, seed: number): Promise<KillReport> {
  const folder = mkdtempSync(join(tmpdir(), "kills-"));
  const fixture = await openPaymentsFixture({}, killedSigner);
  try {
    return await new Kills(fixture, folder, seed).run(count);
  } finally {
    await fixture.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Paid = { readonly uid: number; readonly asset: number; readonly units: bigint };

class Kills {
  readonly fixture: PaymentsFixture;
  readonly seed: number;
  readonly #dice: Dice;
  readonly #wallet: KilledWallet;
  readonly #withdrawn: Withdrawn[] = [];
  readonly #paid: Paid[] = [];
  readonly #kills: Record<string, number> = {};
  #running: StartedService | undefined;

  constructor(fixture: PaymentsFixture, folder: string, seed: number) {
    this.fixture = fixture;
    this.seed = seed;
    const { databaseUrl, anvil, signer } = fixture;
    this.#dice = diceOf(seed);
    this.#wallet = {
      databaseUrl,
      url: anvil.url,
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
    const main = fileURLToPath(new URL("killed-wallet.ts", import.meta.url));
    const env = { KILLED_WALLET: JSON.stringify(this.#wallet) };
    // Its lines of trouble are what is looked for here; nobody reads them.
    this.#running = await startService(main, env, "wallet: running", () => undefined);
  }

  async #kill({ victim, step }: Kill): Promise<void> {
    const { client } = this.fixture.anvil;
    const file = victim === "wallet" ? this.#wallet.killFile : this.fixture.signer.killFile;
    const text = step === "statement" ? `statement ${1 + this.#dice.below(statementsMax)}` : step;
    // A fee is raised only where nothing is mined.
    const isMining = step !== "bumped";
    if (!isMining) await client.setAutomine(false);
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
    await (victim === "wallet" ? this.#running!.end("SIGKILL") : this.fixture.signer.kill());
    const name = `${victim} ${step}`;
    this.#kills[name] = (this.#kills[name] ?? 0) + 1;
    if (!isMining) await client.setAutomine(true);
    await (victim === "wallet" ? this.#startWallet() : this.fixture.signer.start());
  }

  /** Not before the last blocks were read: a chain that is faster than its reader would never be read to its tip. */
  async #mine(blocks: number): Promise<void> {
    const { rows } = await sql<{ height: number }>`
      select height::float8 as height from wallet.tips where network = 'LOCAL_EVM'`.execute(this.fixture.db);
    const tip = Number(await this.fixture.anvil.client.getBlockNumber({ cacheTime: 0 }));
    if ((rows[0]?.height ?? 0) >= tip) await this.fixture.mine(blocks);
  }

  async #withdraw(): Promise<void> {
    const amount = BigInt(1 + this.#dice.below(1_000_000));
    const wish =
      this.#dice.below(2) === 0
        ? ({ asset: "USDT", amount: 20_000_000n + amount } as const)
        : ({ asset: "ETH", amount: parseEther("0.05") + amount * 10n ** 10n } as const);
    this.#withdrawn.push(await this.fixture.approve(wish));
    writeFileSync(this.#wallet.approvedFile, JSON.stringify(this.fixture.approved()));
  }

  async #deposit(): Promise<void> {
    const uid = 100_000 + this.#paid.length;
    const address = await this.fixture.addresses.of(uid, 1);
    const amount = 20_000_000n + BigInt(this.#dice.below(1_000_000));
    await this.fixture.pay("USDT", address, amount);
    this.#paid.push({ uid, asset: 1, units: amount * unitsPerUsdt });
  }

  /** Plays the core. */
  async #answer(): Promise<void> {
    await this.fixture.answer();
    await this.fixture.answerEnds();
  }

  async #isSettled(): Promise<boolean> {
    const { rows } = await sql<{ open: number }>`
      select ((select count(*) from wallet.held h where not exists
          (select 1 from wallet.payments p where p.core_id = h.core_id and p.state = 'PAID'))
        + (select count(*) from wallet.deposits where state <> 'CREDITED')
        + (select count(*) from wallet.sends where state not in ('FINAL', 'FAILED')))::float8 as open`.execute(
      this.fixture.db,
    );
    return rows[0]!.open === 0;
  }

  /** Lets everything come to its end, with nobody killed, and says what is wrong then. */
  async #settled(): Promise<string[]> {
    const giveUpAt = performance.now() + settledMaxMs;
    while (!(await this.#isSettled()) && performance.now() < giveUpAt) {
      await this.#mine(finalBlocks / 4);
      await this.#answer();
      await pause(2 * lookEveryMs);
    }
    return [
      ...((await this.#isSettled()) ? [] : ["something is still open"]),
      ...(await this.#wrongPayments()),
      ...(await this.#wrongDeposits()),
      ...(await this.#wrongNonces()),
    ].map((problem) => `seed ${this.seed}: ${problem}`);
  }

  async #wrongPayments(): Promise<string[]> {
    const commands = await this.fixture.commands();
    const wrong: string[] = [];
    for (const { coreId, to, wish } of this.#withdrawn) {
      const arrived = await this.fixture.balanceOf(wish.asset, to);
      if (arrived !== wish.amount) wrong.push(`withdrawal ${coreId} of ${wish.amount} ${wish.asset}: ${arrived}`);
      const ends = commands.filter((one) => one.type === "end_withdrawal" && one.withdrawal === coreId);
      if (ends.length !== 1 || !ends.every((one) => one.type === "end_withdrawal" && one.isSent))
        wrong.push(`withdrawal ${coreId} was ended ${ends.length} times`);
    }
    return wrong;
  }

  async #wrongDeposits(): Promise<string[]> {
    const commands = await this.fixture.commands();
    const credits = commands.filter((one) => one.type === "credit_deposit");
    const wrong = commands.some(({ type }) => type === "reverse_deposit") ? ["a deposit was reversed"] : [];
    if (credits.length !== this.#paid.length) wrong.push(`${credits.length} credits of ${this.#paid.length} deposits`);
    for (const { uid, units } of this.#paid) {
      const own = credits.filter((one) => one.uid === uid);
      if (own.length !== 1 || own[0]!.amount !== units) wrong.push(`the deposit of ${uid} has ${own.length} credits`);
    }
    return wrong;
  }

  /** Nonces of every own address follow each other from 0, and the chain has mined as many. */
  async #wrongNonces(): Promise<string[]> {
    const { rows } = await sql<{ sender: `0x${string}`; nonces: number[] }>`
      select sender, array_agg(nonce::float8 order by nonce) as nonces from wallet.sends group by sender`.execute(
      this.fixture.db,
    );
    const wrong: string[] = [];
    for (const { sender, nonces } of rows) {
      if (nonces.some((nonce, place) => nonce !== place)) wrong.push(`${sender} has a gap: ${nonces.join(" ")}`);
      const onChain = await this.fixture.anvil.client.getTransactionCount({ address: sender });
      if (onChain !== nonces.length) wrong.push(`${sender}: ${nonces.length} sends and ${onChain} on the chain`);
    }
    return wrong;
  }
}
