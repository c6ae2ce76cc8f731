import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hostileRun } from "@tidemark/signer/testing";
import { hostileBitcoinRun } from "../../../services/signer/testing/hostile-bitcoin.ts";
import { nonceBias } from "../../../services/signer/testing/nonce-bias.ts";
import { openFixture } from "../../../services/wallet/testing/fixture.ts";
import {
  hostileTokens,
  playFakeEvent,
  playHostileToken,
  playPaused,
} from "../../../services/wallet/testing/hostile-tokens.ts";
import { bitcoinKills } from "../../../services/wallet/testing/bitcoin-kills.ts";
import { evmKills } from "../../../services/wallet/testing/evm-kills.ts";
import type { KillReport } from "../../../services/wallet/testing/kills.ts";
import { type ReorgDepths, reorgRun } from "../../../services/wallet/testing/reorgs.ts";
import { type Figure, isShort, optionOf } from "../measure.ts";
import { attackerRun } from "./attacker.ts";
import { incidentsIn, problemsOf } from "./incidents.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
/** The same in CI; otherwise another one each time, which is said with the figures. */
const seed = Number(optionOf("seed") ?? (isShort ? 20_261_118 : Date.now() % 1_000_000));
/** A store in memory: a hundred thousand writes to a disk are not what is asked here. Kills are tried on a real one. */
const memory = existsSync("/dev/shm") ? "/dev/shm" : undefined;
const linesMost = 5;
const leastChance = 1e-4;

const sizeOf = (short: number, full: number): number => Number(optionOf("size") ?? (isShort ? short : full));

/** What is wrong is said, and counted; the goal is none. */
function none(name: string, wrong: readonly string[], note: string): Figure {
  for (const line of wrong.slice(0, linesMost)) process.stdout.write(`  wrong: ${line}\n`);
  return { name: `wallet.${name}`, figure: wrong.length, goal: 0, floor: 0, better: "less", note };
}
/** Nothing tried is nothing shown. */
const unless = (isTried: boolean, problem: string): readonly string[] => (isTried ? [] : [problem]);

async function reorgs(depths: ReorgDepths): Promise<Figure> {
  const report = await reorgRun(depths === "below" ? sizeOf(20, 500) : sizeOf(4, 100), seed, depths);
  const { schedules, deepest, deposits, credited, reversed } = report;
  const tried = depths === "below" ? credited > 0 && report.reorgs > 0 : reversed > 0;
  const wrong = [...report.wrong, ...unless(tried, "no reorg took anything")];
  const note = `seed ${seed}, ${schedules} schedules, ${report.reorgs} reorgs to depth ${deepest}, ${deposits} deposits, ${credited} credited, ${reversed} reversed`;
  return none(`reorgs_${depths}_final_wrong`, wrong, note);
}

async function kills(name: string, run: typeof evmKills): Promise<Figure> {
  const count = sizeOf(10, 300);
  const report: KillReport = await run(count, seed);
  const steps = Object.entries(report.kills).map(([step, times]) => `${step} ${times}`);
  const note = `seed ${seed}, ${count} kills, ${report.withdrawals} withdrawals, ${report.deposits} deposits: ${steps.join(", ")}`;
  return none(name, report.wrong, note);
}

async function tokens(): Promise<Figure> {
  const fixture = await openFixture();
  const wrong: string[] = [];
  let uid = 1_000;
  try {
    for (const token of hostileTokens) {
      const { states, isTooMuch } = await playHostileToken(fixture, token, (uid += 1));
      if (isTooMuch || states.join() !== token.states.join()) wrong.push(`${token.contract}: ${states.join()}`);
    }
    if ((await playFakeEvent(fixture, (uid += 1))) > 0) wrong.push("an event of an unknown contract was believed");
    if ((await playPaused(fixture, (uid += 1))) > 0) wrong.push("a paused token brought something in");
  } finally {
    await fixture.end();
  }
  return none("hostile_tokens_wrong", wrong, `${uid - 1_000} tokens`);
}

async function transactions(): Promise<Figure> {
  const { asked, signed, wrong } = await hostileRun(sizeOf(3_000, 100_000), seed, memory);
  const problems = [...wrong, ...unless(signed > 0, "nothing was signed")];
  return none("hostile_transactions_signed", problems, `seed ${seed}, ${asked} asked, ${signed} allowed and signed`);
}

async function bitcoin(): Promise<Figure> {
  const { asked, signed, wrong } = await hostileBitcoinRun(sizeOf(1_000, 20_000), seed, memory);
  const problems = [...wrong, ...unless(signed > 0, "nothing was signed")];
  return none("hostile_bitcoin_signed", problems, `seed ${seed}, ${asked} asked, ${signed} allowed and signed`);
}

async function nonces(): Promise<Figure> {
  const { count, repeated, p } = await nonceBias(sizeOf(1_000, 50_000), seed);
  const wrong = [
    ...unless(repeated === 0, `${repeated} nonces were used twice`),
    ...unless(p > leastChance, `bits of nonces: p ${p}`),
  ];
  return none("signature_nonces_wrong", wrong, `seed ${seed}, ${count} signatures, p ${p.toFixed(4)}`);
}

/** In thousandths of the cap, for the note. */
const shareOf = (lost: bigint, cap: bigint): string => `${Number((lost * 1_000n) / cap) / 10} %`;

async function attacker(): Promise<Figure> {
  const { asked, signed, losses } = await attackerRun(sizeOf(400, 5_000), seed, memory);
  const all = Object.entries(losses);
  const wrong = all.flatMap(([asset, { lost, cap }]) => [
    ...unless(lost <= cap, `${lost} ${asset} were lost in an hour of ${cap}`),
    ...unless(lost > cap / 2n, `${asset}: an attack that takes ${shareOf(lost, cap)} of the cap shows no cap`),
  ]);
  const shares = all.map(([asset, { lost, cap }]) => `${asset} ${shareOf(lost, cap)} of the hour's cap`);
  return none(
    "attacker_beyond_hour_cap",
    wrong,
    `seed ${seed}, ${asked} asked, ${signed} signed: ${shares.join(", ")}`,
  );
}

function incidents(): Figure {
  const page = readFileSync(join(root, "docs/incidents.md"), "utf8");
  const sourceOf = (file: string): string | undefined =>
    existsSync(join(root, file)) ? readFileSync(join(root, file), "utf8") : undefined;
  const rows = incidentsIn(page);
  return none("incidents_without_a_test", problemsOf(rows, sourceOf), `${rows.length} incidents`);
}

const parts: Readonly<Record<string, () => Promise<Figure> | Figure>> = {
  incidents,
  tokens,
  transactions,
  bitcoin,
  nonces,
  attacker,
  reorgs: () => reorgs("below"),
  deep: () => reorgs("beyond"),
  kills: () => kills("kills_wrong", evmKills),
  bitcoinKills: () => kills("bitcoin_kills_wrong", bitcoinKills),
};

/** `pnpm goals wallet`: what chains, crashes, tokens and thieves must not be able to do with money. */
export async function walletGoals(): Promise<Figure[]> {
  const only = optionOf("only");
  const names = Object.keys(parts).filter((name) => only === undefined || name === only);
  if (names.length === 0) throw new Error(`no such part: ${only}; there are ${Object.keys(parts).join(", ")}`);
  const figures: Figure[] = [];
  for (const name of names) {
    const started = performance.now();
    const figure = await parts[name]!();
    const seconds = ((performance.now() - started) / 1_000).toFixed(0);
    figures.push({ ...figure, note: `${figure.note}, ${seconds} s` });
  }
  return figures;
}
