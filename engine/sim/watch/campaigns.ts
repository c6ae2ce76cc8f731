import { joinMoney } from "@tidemark/contracts/codec";
import type { EventRow } from "@tidemark/contracts/journal";
import { accountKey, bucket, product, system } from "../../src/ledger/accounts.ts";
import { entryCause } from "../../src/records/order.ts";
import type { State } from "../../src/state/state.ts";
import type { LedgerFold, Report } from "./ledger.ts";

type Campaign = {
  readonly number: number;
  readonly product: number;
  readonly asset: number;
  funded: bigint;
  consumed: bigint;
  paidOut: bigint;
  takenBack: bigint;
  grants: Map<number, { readonly uid: number; readonly kind: number; left: bigint }>;
  vouchers: Map<number, bigint>;
};

/** I19 in full, from the event rows: funded = in its account + outstanding + consumed + paid out − profit taken back, per campaign and product. */
export class CampaignWatch {
  declare private readonly report: Report;
  declare private readonly ledger: LedgerFold;
  private readonly campaigns = new Map<number, Campaign>();
  private usdt = 0;
  private isTouched = false;

  constructor(report: Report, ledger: LedgerFold) {
    this.report = report;
    this.ledger = ledger;
  }

  private of(number: number, productId: number, asset: number): Campaign {
    const key = (number * 8 + productId) * 1_024 + asset;
    const known = this.campaigns.get(key);
    if (known !== undefined) return known;
    const fresh: Campaign = {
      number,
      product: productId,
      asset,
      funded: 0n,
      consumed: 0n,
      paidOut: 0n,
      takenBack: 0n,
      grants: new Map(),
      vouchers: new Map(),
    };
    this.campaigns.set(key, fresh);
    return fresh;
  }

  see(event: EventRow): void {
    if (!("campaign" in event) && event.type !== "bonus_changed" && event.type !== "voucher_ended") return;
    this.isTouched = true;
    const amount = "amountHigh" in event ? joinMoney(event.amountHigh, event.amountLow) : 0n;
    if (event.type === "campaign_funded") {
      if (event.product === product.futuresUsdt) this.usdt = event.asset;
      this.of(event.campaign, event.product, event.asset).funded += amount;
    } else if (event.type === "coupon_paid") this.of(event.campaign, product.wallet, event.asset).paidOut += amount;
    else if (event.type === "profit_reversed")
      this.of(event.campaign, product.futuresUsdt, this.usdt).takenBack += amount;
    else if (event.type === "bonus_granted")
      this.of(event.campaign, product.futuresUsdt, this.usdt).grants.set(event.grant, {
        uid: event.uid,
        kind: event.kind,
        left: amount,
      });
    else if (event.type === "bonus_changed")
      this.changed(event.grant, event.cause, amount, joinMoney(event.remainingHigh, event.remainingLow));
    else if (event.type === "voucher_opened") {
      const used = joinMoney(event.usedHigh, event.usedLow);
      if (used > 0n) this.of(event.campaign, product.futuresUsdt, this.usdt).vouchers.set(event.voucher, used);
    } else if (event.type === "voucher_ended")
      this.ended(event.voucher, joinMoney(event.promoHigh, event.promoLow), joinMoney(event.cashHigh, event.cashLow));
  }

  private changed(id: number, cause: number, amount: bigint, remaining: bigint): void {
    const campaign = [...this.campaigns.values()].find(({ grants }) => grants.has(id));
    const grant = campaign?.grants.get(id);
    if (campaign === undefined || grant === undefined) return this.report(`I19 an unknown grant ${id} changes`);
    grant.left -= amount;
    if (grant.left !== remaining) this.report(`I19 grant ${id} has ${remaining} left, its rows say ${grant.left}`);
    const isReturned = cause === entryCause.forfeit || cause === entryCause.expiry;
    if (!isReturned) campaign.consumed += amount;
    if (grant.left === 0n) campaign.grants.delete(id);
  }

  /** Of a face what comes back is no more than was used; the rest of it is consumed. */
  private ended(id: number, toPromo: bigint, toCash: bigint): void {
    const campaign = [...this.campaigns.values()].find(({ vouchers }) => vouchers.has(id));
    const used = campaign?.vouchers.get(id);
    if (campaign === undefined || used === undefined) return this.report(`I19 an unknown voucher ${id} ends`);
    campaign.vouchers.delete(id);
    campaign.consumed += used - toPromo;
    if (toPromo > used || (toCash > 0n && toPromo !== used))
      this.report(`I19 voucher ${id} gives ${toPromo} of ${used} back, and ${toCash} to its holder`);
  }

  after(state: State): void {
    if (!this.isTouched) return;
    this.isTouched = false;
    this.compare(state);
  }

  compare(state: State): void {
    const outstanding = new Map<string, bigint>();
    for (const campaign of this.campaigns.values()) {
      const { number, product: productId, asset, funded, consumed, paidOut, takenBack } = campaign;
      const account = state.ledger.find(number, accountKey(productId, 0, asset, system.promo));
      const there = account === 0 ? 0n : state.ledger.balance(account);
      let out = 0n;
      for (const used of campaign.vouchers.values()) out += used;
      for (const { uid, kind, left } of campaign.grants.values()) {
        out += left;
        outstanding.set(`${uid}:${kind}`, (outstanding.get(`${uid}:${kind}`) ?? 0n) + left);
      }
      if (funded + takenBack !== there + out + consumed + paidOut)
        this.report(
          `I19 campaign ${number} of product ${productId}: funded ${funded}, in its account ${there}, outstanding ${out}, consumed ${consumed}, paid out ${paidOut}, taken back ${takenBack}`,
        );
    }
    for (const [key, left] of outstanding) {
      const [uid, kind] = key.split(":").map(Number) as [number, number];
      const which = kind === 0 ? bucket.bonus : bucket.fundbonus;
      const held = this.ledger.balance(uid, accountKey(product.futuresUsdt, 0, this.usdt, which));
      if (held !== left) this.report(`I19 user ${uid} holds ${held} of bonus ${kind}, his grants come to ${left}`);
    }
  }
}
