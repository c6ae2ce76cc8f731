import type { CouponKind, CouponStatus } from "@tidemark/contracts";
import type { SeedCampaign } from "../../../../services/platform/src/index.ts";
import { units } from "../../../../tools/dev/seed/listing.ts";
import { closeLong, contractSymbol, fundedEveryMinute, openLong, openShort } from "./coupon-exchange.ts";
import { good } from "./outcomes.ts";
import type { Walker } from "./walker.ts";

type Terms = Omit<
  SeedCampaign,
  "id" | "name" | "kind" | "grantOn" | "budget" | "products" | "days" | "volumeReq" | "claimDays"
> &
  Partial<Pick<SeedCampaign, "volumeReq" | "claimDays">>;

/** A coupon's way from its grant to one of its ends. */
export type Journey = {
  readonly name: string;
  readonly kind: CouponKind;
  readonly end: CouponStatus;
  /** The sentence of its details that says why; left out where the status says all. */
  readonly cause?: string;
  readonly terms: Terms;
  readonly grantOn: SeedCampaign["grantOn"];
  /** Another user claims the only one that the budget holds. */
  readonly hasRival?: true;
  readonly walk: (walker: Walker) => Promise<void>;
};
type Way = Pick<Journey, "walk"> & { readonly terms?: Partial<Terms>; readonly cause?: string } & Partial<
    Pick<Journey, "grantOn">
  >;

/** The marks. */
const price = "104250";
const fundedEveryMinutePrice = "96.42";
/** Opens and closes a long position; bought at the mark. */
async function roundTrip(walker: Walker, qty: string, closeAt = price): Promise<void> {
  await walker.world.trade.by(walker, openLong, price, qty);
  await walker.world.trade.by(walker, closeLong, closeAt, qty);
}
const claimed = { claimDays: 3 } as const;
const soonMs = 14_000;
const past = -6_000;

const texts = {
  notClaimed: "It was not claimed in time.",
  volume: "The volume was not reached before the end.",
  ended: "It ended before it was used in full.",
  used: "It was used in full.",
  operator: "Invalid: withdrawn by the exchange. Support can give you the reason.",
  transfer: "Recalled by a transfer out of Derivatives.",
  empty: "The campaign had no money left.",
} as const;

/** Nobody claims it in time. */
const notClaimed: Way = {
  terms: claimed,
  cause: texts.notClaimed,
  walk: (walker) => walker.setDates(["claim_by"], -1),
};
/** One trade counts, and the rest of the volume does not come before the end. */
const unmet: Way = {
  terms: { volumeReq: units("50000") },
  cause: texts.volume,
  async walk(walker) {
    await walker.world.trade.by(walker, openLong, price, "0.01");
    await walker.until(({ volumeDone }) => volumeDone === "1042.5");
    await walker.setDates(["end_at"], past);
  },
};
/** Two operators withdraw it, behind something that happens first. */
const withdrawn = (first?: Way["walk"], terms: Partial<Terms> = {}): Way => ({
  terms,
  cause: texts.operator,
  async walk(walker) {
    await first?.(walker);
    await walker.world.invalidate(walker.coupon);
  },
});
/** It is claimed, in force, and ends without any use. */
const unused: Way = {
  terms: claimed,
  cause: texts.ended,
  async walk(walker) {
    await walker.claims();
    await walker.shows("SUCCESS");
    await walker.setDates(["end_at"], past);
  },
};
const inForce: Way = {
  terms: claimed,
  async walk(walker) {
    await walker.claims();
    await walker.is("SUCCESS");
  },
};
/** Bonus that ends in the core, once something of it was used. */
const endsSoon = (start: Way["walk"]): Way => ({
  cause: texts.ended,
  async walk(walker) {
    await walker.setDates(["end_at"], soonMs);
    await start(walker);
    await walker.is("EXPIRED");
  },
});
const recalled = (start: Way["walk"]): Way => ({
  cause: texts.transfer,
  async walk(walker) {
    await start(walker);
    await walker.moves(4, 1, "1");
  },
});
/** Loses more than a small bonus carries. */
const lost = (start: Way["walk"], terms: Partial<Terms> = {}): Way => ({
  terms,
  cause: texts.used,
  async walk(walker) {
    await start(walker);
    await roundTrip(walker, "0.2", "104100");
  },
});

const volume: Way["walk"] = async (walker) => {
  await roundTrip(walker, "0.01");
  await walker.is("SUCCESS");
};
const released = (amount: string) => (walker: Walker) => walker.until(({ release }) => release?.claimable === amount);
const trades = (qty: string) => (walker: Walker) => walker.world.trade.by(walker, openLong, price, qty);
const claimsOnce: Way["walk"] = async (walker) => {
  await trades("0.01")(walker);
  await released("1.0425")(walker);
  await walker.claimsReleased();
  await walker.until(({ paid }) => paid === "1.0425");
};
/** A bonus has paid the fees of a trade. */
async function feesPaid(walker: Walker): Promise<void> {
  await walker.is("SUCCESS");
  await roundTrip(walker, "0.01");
  await walker.until(({ bonus }) => bonus !== undefined && Number(bonus.used) > 0);
}
const transfersIn: Way["walk"] = async (walker) => {
  await walker.moves(1, 4, "100");
  await feesPaid(walker);
};
const keepsDeposit: Way["walk"] = async (walker) => {
  await walker.world.deposit(walker.uid, "120");
  await walker.setDates(["distribution_at"], -1);
  await feesPaid(walker);
};
const claimsBonus: Way["walk"] = async (walker) => {
  await walker.claims();
  await feesPaid(walker);
};
const claimsCredit: Way["walk"] = async (walker) => {
  await walker.claims();
  await walker.is("SUCCESS");
};
/** The fees of yesterday come back. */
const aDayOfFees =
  (qty: string): Way["walk"] =>
  async (walker) => {
    await walker.claims();
    await walker.is("SUCCESS");
    await roundTrip(walker, qty);
    await walker.until(({ refundAmount }) => Number(refundAmount) > 0);
  };
const aLoss: Way["walk"] = async (walker) => {
  await inForce.walk(walker);
  await roundTrip(walker, "0.2", "104150");
};
const aProfit: Way["walk"] = async (walker) => {
  await inForce.walk(walker);
  await roundTrip(walker, "0.1", "104650");
};
const voucherQty = "0.0184";
async function usesVoucher(walker: Walker): Promise<void> {
  await inForce.walk(walker);
  const ask = { couponId: walker.coupon, symbol: contractSymbol, posSide: "LONG", leverage: 20 } as const;
  await walker.world.trade.against("SELL", price, voucherQty, async () => {
    good(await walker.client.call("openVoucher", ask));
    await walker.until(({ use }) => use?.state === "OPEN");
  });
  await walker.world.trade.by(walker, closeLong, "105250", voucherQty);
}
const isPaid = (walker: Walker) => walker.until(({ paid }) => Number(paid) > 0);
const then =
  (...steps: readonly ((walker: Walker) => Promise<unknown>)[]): Way["walk"] =>
  async (walker) => {
    for (const step of steps) await step(walker);
  };

type Row = {
  readonly name: string;
  readonly kind: CouponKind;
  readonly terms: Terms;
  readonly ways: Partial<Record<CouponStatus, Way>>;
};
const streamed = { isStreamed: true, releaseRate: "0.001", dailyCap: "2" } as const;
const byRegistration = { grantOn: "REGISTRATION" } as const;
const byVerification = { grantOn: "KYC" } as const;

const rows: readonly Row[] = [
  {
    name: "cash bonus",
    kind: "CASH_BONUS",
    terms: { face: units("10") },
    ways: {
      SUCCESS: { ...byRegistration, terms: { volumeReq: units("2000") }, walk: volume },
      FAILED: unmet,
      EXPIRED: notClaimed,
      INVALID: withdrawn(undefined, { volumeReq: units("2000") }),
    },
  },
  {
    name: "cash bonus released by volume",
    kind: "CASH_BONUS",
    terms: { face: units("5"), options: streamed },
    ways: {
      SUCCESS: { ...byRegistration, walk: claimsOnce },
      FAILED: { cause: texts.volume, walk: (walker) => walker.setDates(["end_at"], past) },
      EXPIRED: {
        cause: texts.ended,
        walk: then(trades("0.01"), released("1.0425"), (walker) => walker.setDates(["end_at"], 0)),
      },
      USED_OFF: {
        terms: { face: units("1") },
        cause: texts.used,
        walk: then(
          trades("0.005"),
          released("0.52125"),
          (walker) => walker.claimsReleased(),
          (walker) => walker.until(({ paid }) => paid === "0.52125"),
          trades("0.005"),
          released("0.47875"),
          (walker) => walker.claimsReleased(),
        ),
      },
      INVALID: withdrawn(claimsOnce),
    },
  },
  {
    name: "deposit coupon",
    kind: "DEPOSIT",
    terms: { face: units("20"), ratio: units("0.2") },
    ways: {
      SUCCESS: { walk: transfersIn },
      EXPIRED: endsSoon(transfersIn),
      USED_OFF: lost(transfersIn),
      RECALLED: recalled(transfersIn),
      INVALID: withdrawn(transfersIn),
    },
  },
  {
    name: "deposit reward",
    kind: "DEPOSIT_REWARD",
    terms: { face: units("50"), ratio: units("0.1"), depositReq: units("100") },
    ways: {
      SUCCESS: { walk: keepsDeposit },
      FAILED: {
        cause: "The net deposit was below what the coupon asks for.",
        async walk(walker) {
          await walker.world.deposit(walker.uid, "60");
          await walker.setDates(["distribution_at", "end_at"], 0);
        },
      },
      EXPIRED: notClaimed,
      USED_OFF: lost(keepsDeposit),
      RECALLED: recalled(keepsDeposit),
      INVALID: withdrawn(keepsDeposit),
    },
  },
  {
    name: "cashback",
    kind: "CASHBACK",
    terms: { face: units("50"), ratio: units("0.5"), ...claimed },
    ways: {
      SUCCESS: { walk: then(aDayOfFees("0.01"), (walker) => walker.passesMidnight(), isPaid) },
      FAILED: { ...unmet, terms: { ...unmet.terms, claimDays: 0 } },
      EXPIRED: {
        cause: texts.ended,
        walk: then(
          aDayOfFees("0.01"),
          (walker) => walker.setDates(["end_at"], 0),
          (walker) => walker.passesMidnight(),
          isPaid,
        ),
      },
      USED_OFF: {
        terms: { face: units("3") },
        cause: texts.used,
        walk: then(aDayOfFees("0.2"), (walker) => walker.passesMidnight()),
      },
      INVALID: withdrawn(inForce.walk),
    },
  },
  {
    name: "loss deduction",
    kind: "LOSS_DEDUCTION",
    terms: { face: units("20"), ratio: units("0.5"), ...claimed },
    ways: {
      SUCCESS: inForce,
      FAILED: { ...unmet, terms: { ...unmet.terms, claimDays: 0 } },
      EXPIRED: { ...unused, cause: "It ended without a loss that it pays for." },
      USED_OFF: {
        cause: "It pays once, and it has paid.",
        walk: then(aLoss, (walker) => walker.paymentsAreDue()),
      },
      INVALID: {
        terms: { options: { isVoidedByProfit: true } },
        cause: "Invalid: a position closed with a profit first.",
        walk: aProfit,
      },
    },
  },
  {
    name: "profit double",
    kind: "PROFIT_DOUBLE",
    terms: { face: units("50"), profitReq: units("5"), ...claimed },
    ways: {
      SUCCESS: { walk: then(aProfit, isPaid) },
      FAILED: { ...unmet, terms: { ...unmet.terms, claimDays: 0 } },
      EXPIRED: unused,
      USED_OFF: { terms: { face: units("20") }, cause: texts.used, walk: aProfit },
      INVALID: {
        cause: "Invalid: an opposite position was open in the same market.",
        walk: then(
          inForce.walk,
          (walker) => walker.world.trade.by(walker, openLong, price, "0.1"),
          (walker) => walker.world.trade.by(walker, openShort, price, "0.1"),
          (walker) => walker.world.trade.by(walker, closeLong, "104650", "0.1"),
        ),
      },
    },
  },
  {
    name: "contract voucher",
    kind: "CONTRACT_VOUCHER",
    terms: { face: units("100"), symbols: [contractSymbol], maxLeverage: 20, ...claimed },
    ways: {
      SUCCESS: { ...inForce, ...byVerification },
      FAILED: { ...unmet, terms: { ...unmet.terms, claimDays: 0 } },
      EXPIRED: unused,
      USED_OFF: { cause: "Its position is closed.", walk: usesVoucher },
      INVALID: withdrawn(inForce.walk),
    },
  },
  {
    name: "trading bonus",
    kind: "TRADING_BONUS",
    terms: { face: units("40"), ...claimed },
    ways: {
      SUCCESS: { ...byVerification, walk: claimsBonus },
      FAILED: { ...unmet, terms: { ...unmet.terms, claimDays: 0 } },
      EXPIRED: endsSoon(claimsBonus),
      USED_OFF: lost(claimsBonus),
      RECALLED: recalled(claimsBonus),
      INVALID: withdrawn(claimsBonus),
    },
  },
  {
    name: "funding bonus",
    kind: "FUNDING_BONUS",
    terms: { face: units("12.5"), ...claimed },
    ways: {
      SUCCESS: { ...byVerification, walk: claimsCredit },
      FAILED: { ...unmet, terms: { ...unmet.terms, claimDays: 0 } },
      EXPIRED: endsSoon(claimsCredit),
      USED_OFF: {
        terms: { face: units("0.0005") },
        cause: texts.used,
        // Funding comes with the next minute.
        walk: then(claimsCredit, (walker) =>
          walker.world.trade.by(walker, openLong, fundedEveryMinutePrice, "100", fundedEveryMinute.symbol),
        ),
      },
      INVALID: withdrawn(claimsCredit),
    },
  },
];

/** Somebody else has claimed the last of the budget. */
const runsOut: Way = { terms: claimed, cause: texts.empty, walk: (walker) => walker.claims() };

/** Each kind with each of the ends that it can come to. */
export const journeys: readonly Journey[] = rows.flatMap(({ name, kind, terms, ways }) =>
  Object.entries({ ...ways, RUN_OUT: runsOut }).map(([end, way]) => ({
    name,
    kind,
    end: end as CouponStatus,
    grantOn: way.grantOn ?? "OPERATOR",
    ...(way.cause === undefined ? {} : { cause: way.cause }),
    ...(end === "RUN_OUT" ? { hasRival: true as const } : {}),
    terms: { ...terms, ...way.terms },
    walk: way.walk,
  })),
);
