import type { CouponRow, CouponStatus } from "@tidemark/contracts";
import type { Client } from "@tidemark/kit-client";
import { expect } from "@playwright/test";
import { units } from "../../../../tools/dev/seed/listing.ts";
import type { Look } from "../looks.ts";
import { clientOf } from "../page-client.ts";
import { signInPath, Visit } from "../visit.ts";
import type { CouponExchange } from "./coupon-exchange.ts";
import { good, until } from "./outcomes.ts";

const dayMs = 86_400_000;
/** A coupon is looked at by the page every ten seconds, and by the platform once batches of before its end have arrived. */
const arrives = { timeout: 60_000 };

const startWaitMs = 20_000;
const startTriesMax = 3;

export type Line = {
  readonly cause: string;
  readonly ref: string;
  readonly product: number;
  readonly bucket: string;
  readonly delta: string;
};

/** A user at the Coupon Center, whose calls are those of the page's own client. */
export class Walker {
  readonly look: Look;
  readonly visit: Visit;
  readonly world: CouponExchange;
  readonly uid: number;
  readonly coupon: number;
  readonly client: Pick<Client, "call">;

  private constructor(
    look: Look,
    visit: Visit,
    world: CouponExchange,
    who: { uid: number; coupon: number },
    call: Client["call"],
  ) {
    this.look = look;
    this.visit = visit;
    this.world = world;
    this.uid = who.uid;
    this.coupon = who.coupon;
    this.client = { call };
  }

  static async signIn(
    look: Look,
    world: CouponExchange,
    who: { uid: number; name: string; coupon: number },
  ): Promise<Walker> {
    const visit = await Visit.begin(look.browser, { ...look.options, baseURL: world.exchange.url });
    await signIn(visit, who.name);
    const page = await clientOf(visit);
    const call = ((name: never, ask: never) =>
      page.evaluate((client, [of, what]) => client.call(of, what), [name, ask] as const)) as unknown as Client["call"];
    return new Walker(look, visit, world, who, call);
  }

  /** The same user with another coupon. */
  withCoupon(coupon: number): Walker {
    const { look, visit, world, uid, client } = this;
    return new Walker(look, visit, world, { uid, coupon }, client.call);
  }
  /** Its card, or its line once it is over. */
  get place() {
    return this.visit.page.locator("[data-testid=coupon], [data-testid=coupon-over]");
  }
  async shows(status: CouponStatus): Promise<void> {
    await expect(this.place).toHaveAttribute("data-status", status, arrives);
  }
  async claims(): Promise<void> {
    await this.visit.at("coupon-claim").click(arrives);
  }
  async claimsReleased(): Promise<void> {
    await this.visit.at("coupon-claim-release").click(arrives);
  }
  async row(): Promise<CouponRow> {
    return good(await this.client.call("couponList", {})).list.find(({ id }) => id === this.coupon)!;
  }
  /** Until the platform has it so. */
  until(what: (row: CouponRow) => boolean): Promise<CouponRow> {
    return until(async () => {
      const row = await this.row();
      return what(row) ? row : undefined;
    }, String(what));
  }
  is(status: CouponStatus): Promise<CouponRow> {
    return this.until((row) => row.status === status);
  }
  async moves(fromProduct: number, toProduct: number, amount: string): Promise<void> {
    good(await this.client.call("transfer", { fromProduct, toProduct, asset: "USDT", amount }));
  }
  /** Every line of the statement. */
  async lines(): Promise<readonly Line[]> {
    const found: Line[] = [];
    for (let before: string | undefined; ;) {
      const page = good(
        await this.client.call("statement", { pageSize: 100, ...(before === undefined ? {} : { before }) }),
      );
      found.push(...page.list);
      if (page.next === undefined) return found;
      before = page.next;
    }
  }

  // Days pass by setting back dates, as nobody can wait for them.
  /** What was today is yesterday. */
  async passesMidnight(): Promise<void> {
    await this.world.database.query(
      `with moved as (update history.fills set at = at - ${dayMs} where uid = $1)
       update coupons.coupons set start_at = start_at - ${dayMs}, in_force_at = in_force_at - ${dayMs},
         settled_to = settled_to - ${dayMs}, end_at = end_at - ${dayMs}, look_at = 0 where id = $2`,
      [this.uid, this.coupon],
    );
  }
  /** Some dates of the coupon are so far from now, and it is looked at then. */
  async setDates(dates: readonly ("end_at" | "claim_by" | "distribution_at")[], inMs: number): Promise<void> {
    await this.world.database.query(
      `update coupons.coupons set ${dates.map((one) => `${one} = $1`).join(", ")}, due_at = $1 where id = $2`,
      [Date.now() + inMs, this.coupon],
    );
  }
  /** What is owed tomorrow is owed now. */
  async paymentsAreDue(): Promise<void> {
    await until(async () => {
      const { rowCount } = await this.world.database.query(
        "update coupons.payments set pay_at = 0 where coupon_id = $1 and state = 'WAITING'",
        [this.coupon],
      );
      return rowCount === 1 ? true : undefined;
    });
  }
}

/** Pages of many users start beside each other: one that had to wait too long for an answer says so and is loaded again, as a user would. */
async function signIn(visit: Visit, name: string): Promise<void> {
  const isShown = (): Promise<boolean> =>
    visit.idField.waitFor({ timeout: startWaitMs }).then(
      () => true,
      () => false,
    );
  await visit.page.goto(signInPath("/personal/coupon"), arrives);
  for (let left = startTriesMax; !(await isShown()) && left > 0; left -= 1) await visit.page.reload(arrives);
  await visit.submitPassword(name);
  await visit.at("coupon-center").waitFor(arrives);
}

const sumOf = (lines: readonly Line[]): bigint => lines.reduce((sum, { delta }) => sum + signedUnits(delta), 0n);
const signedUnits = (text: string): bigint => (text.startsWith("-") ? -units(text.slice(1)) : units(text));

/** What the ledger has of a coupon, by the names of the facts on its page. */
export function sumsOfLedger({ kind, id }: Pick<CouponRow, "kind" | "id">, lines: readonly Line[]) {
  const bucket = kind === "FUNDING_BONUS" ? "fundbonus" : "bonus";
  const ofBonus = lines.filter((line) => line.bucket === bucket);
  if (ofBonus.length > 0) {
    const isBack = ({ cause }: Line): boolean => cause === "FORFEIT" || cause === "EXPIRY";
    const given = ofBonus.filter(({ cause }) => cause === "GRANT");
    const back = ofBonus.filter(isBack);
    const used = ofBonus.filter((line) => line.cause !== "GRANT" && !isBack(line));
    return {
      left: sumOf(ofBonus),
      facts: { bonusGranted: sumOf(given), bonusUsed: -sumOf(used), bonusReturned: -sumOf(back) },
    };
  }
  if (kind === "CONTRACT_VOUCHER") return { left: undefined, facts: { paid: broughtByVoucher(lines) } };
  const paid = lines.filter(({ cause, ref, product }) => cause === "COUPON" && ref === String(id) && product === 1);
  return { left: undefined, facts: { paid: sumOf(paid) } };
}

/** A voucher that was used has changed its owner's account by its profit alone: margin, fee and face have come and gone. */
function broughtByVoucher(lines: readonly Line[]): bigint {
  if (!lines.some(({ cause }) => cause === "VOUCHER")) return 0n;
  return sumOf(lines.filter(({ product, cause }) => product === 4 && cause !== "TRANSFER"));
}
