import { productIds, success } from "@tidemark/contracts";
import { producers } from "@tidemark/contracts/journal";
import { type Database, openDatabase, systemClock } from "@tidemark/kit-node";
import { sql } from "kysely";
import { type SeedCampaign, seedCampaigns } from "../../services/platform/src/index.ts";
import type { Exchange } from "../../tools/dev/exchange.ts";
import { assetId } from "../../tools/dev/seed/listing.ts";
import { configure } from "../../tools/dev/seed/seed.ts";

export type CouponKillResult = {
  readonly coupons: number;
  /** Coupons without a line of the ledger, and lines beyond one for each. */
  readonly missing: number;
  readonly doubled: number;
  /** Lines of another amount than the coupon's face. */
  readonly wrong: number;
  /** Steps and payments beyond one of each for a coupon. */
  readonly recordedTwice: number;
  /** What the campaigns' accounts still hold, in 1e-8 USDT: they were funded with just what was promised. */
  readonly left: number;
  /** Kills after which commands were written whose payment the module did not have yet. */
  readonly midway: number;
};

/** For each kill so many of each kind: cash into the wallet account, and bonus into the futures account. */
const couponsPerKind = 300;
/** Kills come at other moments of a distribution: while commands are sent, answered, and their events are read. */
const [killStepMs, killWithinMs] = [137, 900] as const;
const face = 10_000_000n;
/** Nobody is registered under these: the core has accounts for any uid. */
const firstUid = 2_000_001;
const waitMaxMs = 240_000;
const dayMs = 86_400_000;
const [cash, bonus] = [61, 62] as const;
/** The causes of the ledger's lines: a grant, and cash of a coupon. */
const causes = [18, 22] as const;

async function until(what: string, isTrue: () => Promise<boolean>, everyMs = 50): Promise<void> {
  const giveUpAt = systemClock.steady() + waitMaxMs;
  while (!(await isTrue())) {
    if (systemClock.steady() > giveUpAt) throw new Error(`${what} did not come within ${waitMaxMs / 1000} s`);
    await systemClock.sleep(everyMs);
  }
}

/** A machine that others use too may take long, as long as there are always some more. */
async function untilAllPaid(db: Database): Promise<void> {
  for (let left = await unpaid(db); left > 0; left = await unpaid(db)) {
    const before = left;
    await until(`a payment of the ${before} that are left`, async () => (await unpaid(db)) < before);
  }
}

/** Two campaigns whose accounts hold what these coupons come to, and not a unit more. */
async function fundCampaigns({ link, databaseUrl }: Exchange, perKind: number): Promise<void> {
  const budget = face * BigInt(perKind);
  const shared = { grantOn: "OPERATOR", face, budget, volumeReq: 0n, products: [4], days: 7, claimDays: 0 } as const;
  const list: readonly SeedCampaign[] = [
    { ...shared, id: cash, name: "Distribution of cash", kind: "CASH_BONUS" },
    { ...shared, id: bonus, name: "Distribution of bonus", kind: "TRADING_BONUS" },
  ];
  await seedCampaigns(databaseUrl, list);
  const asset = assetId("USDT");
  const [producer, by] = [producers.walletTools, "wallet"] as const;
  const treasury = { type: "credit_treasury", asset, amount: budget, producer } as const;
  const [credited] = await link.send(by, [{ ...treasury, number: await link.nextNumber(by, producer) }]);
  if (credited?.code !== success) throw new Error(`the treasury was refused: ${credited?.code}`);
  const fund = { type: "fund_campaign", asset, amount: budget } as const;
  await configure(link, [
    { ...fund, campaign: cash, product: productIds.wallet },
    { ...fund, campaign: bonus, product: productIds.futures_usdt },
  ]);
}

/** Coupons that are due at once, each of a user of its own. */
async function distribute(db: Database, first: number, count: number): Promise<void> {
  const now = systemClock.now();
  const endAt = (Math.floor(now / dayMs) + 7) * dayMs;
  await sql`
    insert into coupons.coupons (campaign_id, uid, place, kind, name, asset, face, ratio, cap, products, symbols, min_leverage,
      max_leverage, margin_mode, volume_req, deposit_req, profit_req, hold_hours, start_at, end_at, claim_by, distribution_at,
      is_reserved, remaining, status, due_at)
    select id, ${first}::bigint + place, 1, kind, name, asset, face, ratio, cap, products, symbols, 0, 0, margin_mode, 0, 0, 0, 0,
      ${now}, ${endAt}, 0, 0, false, face, 'PENDING', ${now}
    from coupons.campaigns, generate_series(0, ${count - 1}::int) as place where id in (${cash}, ${bonus})`.execute(db);
}

async function countOf(db: Database, query: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select ${sql.raw(query)}`.execute(db);
  return rows[0]!.n;
}
const ours = `campaign_id in (${cash}, ${bonus})`;
/** Coupons of users from this one on whose command is written. */
const sentFrom = (db: Database, uid: number): Promise<number> =>
  countOf(
    db,
    `count(*)::int as n from coupons.payments p join coupons.coupons c on c.id = p.coupon_id where ${ours} and uid >= ${uid}`,
  );
const unpaid = (db: Database): Promise<number> =>
  countOf(db, `count(*)::int as n from coupons.coupons where ${ours} and status <> 'SUCCESS'`);
const onTheWay = (db: Database): Promise<number> =>
  countOf(
    db,
    `count(*)::int as n from coupons.payments p join coupons.coupons c on c.id = p.coupon_id where ${ours} and status <> 'SUCCESS'`,
  );

/** What the ledger and the module have of all these coupons. */
async function judge(db: Database, expected: number): Promise<Omit<CouponKillResult, "midway">> {
  const lines = `history.ledger_lines where uid >= ${firstUid} and cause in (${causes.join(", ")})`;
  const count = (of: string): Promise<number> => countOf(db, of);
  const [all, paid] = [
    await count(`count(*)::int as n from ${lines}`),
    await count(`count(distinct ref)::int as n from ${lines}`),
  ];
  const wrong = await count(
    `count(*)::int as n from (select * from ${lines}) l left join coupons.coupons c on c.id = l.ref and c.uid = l.uid and c.face = l.delta
     where c.id is null`,
  );
  const recordedTwice = async (table: string): Promise<number> =>
    count(
      `(count(*) - count(distinct coupon_id))::int as n from ${table} where coupon_id in (select id from coupons.coupons where ${ours})`,
    );
  return {
    coupons: expected,
    missing: expected - paid,
    doubled: all - paid,
    wrong,
    recordedTwice: (await recordedTwice("coupons.steps")) + (await recordedTwice("coupons.payments")),
    left: await count(
      `coalesce(sum(units), 0)::float8 as n from history.balances where uid in (${cash}, ${bonus}) and account % 32 = 23`,
    ),
  };
}

/** The platform is killed in the middle of distributions; what users were paid by the ledger afterwards. */
export async function killUnderDistributions(exchange: Exchange, kills: number): Promise<CouponKillResult> {
  const database = openDatabase(exchange.databaseUrl, 2);
  const { db } = database;
  // One more of each kind at the end: what came twice would come before it.
  const perKind = kills * couponsPerKind + 1;
  try {
    await fundCampaigns(exchange, perKind);
    let midway = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      const first = firstUid + kill * couponsPerKind;
      await distribute(db, first, couponsPerKind);
      await until("a distribution", async () => (await sentFrom(db, first)) > 0, 10);
      await systemClock.sleep((kill * killStepMs) % killWithinMs);
      exchange.processes.get("platform")!.kill("SIGKILL");
      // Read before it is there again, which takes seconds.
      if ((await onTheWay(db)) > 0) midway += 1;
    }
    await untilAllPaid(db);
    await distribute(db, firstUid + kills * couponsPerKind, 1);
    await untilAllPaid(db);
    return { ...(await judge(db, 2 * perKind)), midway };
  } finally {
    await database.close();
  }
}
