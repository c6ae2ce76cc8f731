import { success } from "@tidemark/contracts";
import { producers } from "@tidemark/contracts/journal";
import { openDatabase, systemClock } from "@tidemark/kit-node";
import { sql } from "kysely";
import type { Exchange } from "../../tools/dev/exchange.ts";
import { seededUids } from "../../tools/dev/seed/people.ts";
import { signIn } from "../../tools/dev/trader.ts";
import { pushServiceAt } from "../peers/push-service.ts";

/** How an exchange is started for it: with a push service, and pushes of a dead sender taken over soon. */
export const messageKillWish = { pushPort: 0, platformEnv: { NOTICE_LEASE_MS: "2000" } } as const;

export type KillResult = {
  readonly deposits: number;
  /** Deposits without a message in the bell, and messages beyond one for each. */
  readonly missing: number;
  readonly doubled: number;
  readonly isInOrder: boolean;
  /** Messages that no push has arrived of. A push may arrive twice. */
  readonly notPushed: number;
  readonly pushes: number;
  /** Kills after which some messages of the deposits stood in the bell and others did not, or some pushes were not sent yet. */
  readonly midway: number;
};

const depositsPerKill = 8;
/** One command after the other, so that a kill falls between two of them. */
const depositEveryMs = 40;
/** Kills come at other moments of the deposits, of their messages and of the pushes; the last ones after all is written. */
const [killStepMs, killWithinMs] = [137, 900] as const;
const uid = seededUids.alice;
const waitMaxMs = 90_000;

async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const giveUpAt = systemClock.steady() + waitMaxMs;
  while (!(await isTrue().catch(() => false))) {
    if (systemClock.steady() > giveUpAt) throw new Error(`${what} did not come within ${waitMaxMs / 1000} s`);
    await systemClock.sleep(50);
  }
}

/** Deposits of whole USDT by a tool of the wallet; each amount is another, so that every message can be told apart. */
async function deposit({ link }: Exchange, asset: number, amounts: readonly number[]): Promise<void> {
  const first = await link.nextNumber("wallet", producers.walletTools);
  for (const [index, amount] of amounts.entries()) {
    const command = {
      type: "credit_deposit" as const,
      producer: producers.walletTools,
      number: first + index,
      uid,
      asset,
      amount: BigInt(amount) * 100_000_000n,
      reference: `kill-${uid}-${amount}`,
    };
    for (const { code } of await link.send("wallet", [command]))
      if (code !== success) throw new Error(`a deposit was refused: ${code}`);
    await systemClock.sleep(depositEveryMs);
  }
}

/** The platform is killed while deposits arrive; what the bell and one browser have of them afterwards. */
export async function killUnderDeposits(exchange: Exchange, kills: number): Promise<KillResult> {
  const { client } = await signIn(exchange.url, "alice", "kill-device");
  const database = openDatabase(exchange.databaseUrl, 2);
  /** The messages of the deposits, in the order of the bell: below 1000 USDT there are no others. */
  const bell = async () => {
    const { rows } = await sql<{ amount: number; number: number }>`
      select (facts ->> 'amount')::float8 as amount, number::float8 as number from messages.messages
      where uid = ${uid} and kind = 'deposit-credited' and facts ->> 'asset' = 'USDT'
        and (facts ->> 'amount')::numeric < 1000 and is_in_bell
      order by number`.execute(database.db);
    return rows;
  };
  const pushesWaiting = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::float8 as count from messages.pushes
      where uid = ${uid} and sent_at is null and problem is null`.execute(database.db);
    return rows[0]!.count;
  };
  const isAnswering = async (): Promise<boolean> => (await client.call("unreadMessages", {})).ok;
  try {
    const listing = await client.call("marketInstruments", {});
    const settings = await client.call("pushSettings", {});
    if (!listing.ok || !settings.ok) throw new Error("the exchange does not answer");
    const asset = listing.value.assets.find((one) => one.asset === "USDT")!.id;
    const browser = await pushServiceAt(exchange.pushUrl!).subscribe(settings.value.publicKey);
    const added = await client.call("addPushSubscription", { endpoint: browser.endpoint, ...browser.keys });
    if (!added.ok) throw new Error(`no subscription: ${added.message}`);
    const expected: number[] = [];
    let midway = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      await until("the platform", isAnswering);
      const amounts = Array.from({ length: depositsPerKill }, (_, index) => 1 + kill * depositsPerKill + index);
      const sent = deposit(exchange, asset, amounts);
      await systemClock.sleep((kill * killStepMs) % killWithinMs);
      exchange.processes.get("platform")!.kill("SIGKILL");
      // Read before it is there again, which takes seconds.
      const written = (await bell()).filter(({ amount }) => amounts.includes(amount)).length;
      if ((written > 0 && written < depositsPerKill) || (await pushesWaiting()) > 0) midway += 1;
      await sent;
      expected.push(...amounts);
    }
    await until("a message of every deposit", async () => (await bell()).length >= expected.length);
    await until("the last push", async () => (await pushesWaiting()) === 0);
    // What came twice would come with the next page of the feed at the latest.
    const last = 1 + kills * depositsPerKill;
    await deposit(exchange, asset, [last]);
    await until("the last message", async () => (await bell()).some(({ amount }) => amount === last));
    const found = (await bell()).filter(({ amount }) => amount !== last);
    const amounts = new Set(found.map(({ amount }) => amount));
    const tags = (await browser.received()).map(({ tag }) => String(tag));
    return {
      deposits: expected.length,
      missing: expected.filter((amount) => !amounts.has(amount)).length,
      doubled: found.length - amounts.size,
      isInOrder: found.every(({ amount }, index) => amount === expected[index]),
      notPushed: found.filter(({ number }) => !tags.includes(`message-${number}`)).length,
      pushes: tags.length,
      midway,
    };
  } finally {
    await database.close();
  }
}
