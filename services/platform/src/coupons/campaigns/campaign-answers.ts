import { type CampaignRow, type CampaignTerms, consoleCalls, couponStatuses, success } from "@tidemark/contracts";
import { type CompanyBalances, type CompanyBalancesAsk, companyBalancesCall } from "@tidemark/contracts/journal";
import {
  type Answer,
  answer,
  type Asked,
  auditLog,
  type CoreClient,
  given,
  inTransaction,
  type Outcome,
  refuse,
} from "@tidemark/kit-node";
import { printUnits } from "@tidemark/money";
import type { Accounts } from "../../module/accounts.ts";
import { actorOf } from "../../module/audit-line.ts";
import { coreListing } from "../../module/core/core-instruments.ts";
import { startOf, dayOf } from "../../module/utc-days.ts";
import type { Verifications } from "../../module/verifications.ts";
import type { CouponDeps } from "../answers.ts";
import { campaignRegister, type RegisteredCampaign } from "./campaign-register.ts";
import {
  amountsOf,
  couponAsset,
  fundedProductOf,
  type Known,
  previewOfTerms,
  problemOfTerms,
  stateOfCampaign,
} from "./campaign-rules.ts";

export type CampaignDeps = Omit<CouponDeps, "wakeOutbox"> & {
  readonly accounts: Pick<Accounts, "registeredByDay" | "exists">;
  readonly verifications: Pick<Verifications, "verifiedByDay">;
};

/** More than these are not shown; the newest are. */
const shownMax = 200;

/** What terms may name; undefined where the core does not answer. */
async function knownBy(core: CoreClient | undefined): Promise<Known | undefined> {
  const listing = await coreListing(core);
  if (listing === undefined) return undefined;
  return { symbols: listing.markets.map(({ symbol }) => symbol) };
}

/** What campaigns hold in the ledger, and behind which batch; undefined where the core does not answer. */
async function promoOf(core: CoreClient | undefined, campaigns: readonly number[]) {
  const ask: CompanyBalancesAsk = { campaigns, accounts: false };
  const reply = await core?.ask("now", { call: companyBalancesCall, uid: 0, ask });
  return reply?.code === success ? { seq: reply.seq, rows: (reply.data as CompanyBalances).promo } : undefined;
}

type Figures = {
  readonly coupons: Awaited<ReturnType<typeof campaignRegister.counts>>;
  readonly paid: ReadonlyMap<number, bigint>;
  readonly promo: Awaited<ReturnType<typeof promoOf>>;
};

const withoutDevice = (made: RegisteredCampaign["made"]): CampaignRow["made"] =>
  made === null ? null : { by: made.by, at: made.at };

function rowOf(one: RegisteredCampaign, { coupons, paid, promo }: Figures, now: number): CampaignRow {
  const { id, terms, isRunning, started, stopped, made, reserved } = one;
  const counts = coupons.get(id) ?? [];
  const fundedProduct = fundedProductOf(terms);
  const held = promo?.rows.find(
    ({ campaign, product, asset }) => campaign === id && product === fundedProduct && asset === terms.asset,
  );
  return {
    id,
    terms,
    state: stateOfCampaign({ isRunning, endAt: terms.endAt, startedAt: started?.at ?? stopped?.at ?? null }, now),
    made: withoutDevice(made),
    started,
    stopped,
    reserved: printUnits(reserved),
    paid: printUnits(paid.get(id) ?? 0n),
    coupons: Object.fromEntries(
      couponStatuses.map((status) => [status, counts.find((row) => row.status === status)?.count ?? 0]),
    ) as CampaignRow["coupons"],
    funded: promo === undefined ? null : (held?.amount ?? "0"),
    fundedProduct,
  };
}

async function list({ db, clock, core }: CampaignDeps) {
  const campaigns = await campaignRegister.list(db, shownMax);
  const ids = campaigns.map(({ id }) => id);
  const [coupons, paid, promo, known = { symbols: [] }] = await Promise.all([
    campaignRegister.counts(db, ids),
    campaignRegister.paid(db, ids),
    promoOf(core, ids),
    knownBy(core),
  ]);
  const at = clock.now();
  return given({
    at,
    list: campaigns.map((one) => rowOf(one, { coupons, paid, promo }, at)),
    seq: promo?.seq ?? 0,
    assets: [couponAsset],
    symbols: [...known.symbols],
  });
}

/** Users of the last days who would have had a coupon, the oldest day first; empty where nobody keeps by day what gives it. */
async function usersOf({ db, clock, accounts, verifications }: CampaignDeps, terms: CampaignTerms, pastDays: number) {
  if (terms.grantOn === "INVITE" || terms.grantOn === "TASK") return [];
  const first = dayOf(clock.now()) - pastDays + 1;
  const since = startOf(first);
  const found =
    terms.grantOn === "OPERATOR"
      ? new Map<number, number>()
      : terms.grantOn === "KYC"
        ? await verifications.verifiedByDay(db, since)
        : await accounts.registeredByDay(db, since);
  return Array.from({ length: pastDays }, (_, place) => found.get(first + place) ?? 0);
}

async function make(deps: CampaignDeps, ask: (typeof consoleCalls.makeCampaign.ask)["_zod"]["output"], asked: Asked) {
  const { terms, reason, requestId: request } = ask;
  const known = await knownBy(deps.core);
  if (known === undefined) return refuse("BUSY");
  const at = deps.clock.now();
  const units = amountsOf(terms);
  const problem = problemOfTerms(terms, known, at);
  if (problem !== "" || units === undefined) return refuse("REQUEST_INVALID", { problem });
  return inTransaction(deps.db, async (tx) => {
    const earlier = await campaignRegister.ofRequest(tx, request);
    if (earlier !== undefined) return given({ id: earlier });
    const maker = { request, by: asked.uid, device: asked.from.deviceId, at };
    const id = await campaignRegister.add(tx, terms, units, maker);
    const line = { ...actorOf(asked, reason), at, action: "campaign made", subject: `campaign ${id}` };
    await auditLog.append(tx, [{ ...line, before: "", after: terms }]);
    return given({ id });
  });
}

type Act = { readonly id: number; readonly reason: string };
type Done = Outcome<Record<string, never>>;

/** Terms and start are two operators' decisions; two accounts in one browser are taken for one of them. */
const isMaker = ({ made }: RegisteredCampaign, { uid, from }: Asked): boolean =>
  made !== null && (made.by === uid || (made.device !== "" && made.device === from.deviceId));

const start = ({ db, clock }: CampaignDeps, { id, reason }: Act, asked: Asked) =>
  inTransaction(db, async (tx): Promise<Done> => {
    const at = clock.now();
    const found = await campaignRegister.lock(tx, id);
    if (found === undefined) return refuse("NOT_FOUND");
    if (isMaker(found, asked)) return refuse("OWN_APPROVAL");
    if (found.isRunning) return refuse("REQUEST_INVALID", { problem: "it runs already" });
    if (found.terms.endAt <= at) return refuse("REQUEST_INVALID", { problem: "its end has passed" });
    await campaignRegister.start(tx, id, { by: asked.uid, at });
    const line = { ...actorOf(asked, reason), at, action: "campaign started", subject: `campaign ${id}` };
    await auditLog.append(tx, [{ ...line, before: "", after: { madeBy: found.made?.by ?? 0 } }]);
    return given({});
  });

const stop = ({ db, clock }: CampaignDeps, { id, reason }: Act, asked: Asked) =>
  inTransaction(db, async (tx): Promise<Done> => {
    const at = clock.now();
    const found = await campaignRegister.lock(tx, id);
    if (found === undefined) return refuse("NOT_FOUND");
    if (!found.isRunning) return refuse("REQUEST_INVALID", { problem: "it does not run" });
    await campaignRegister.stop(tx, id, { by: asked.uid, at });
    const line = { ...actorOf(asked, reason), at, action: "campaign stopped", subject: `campaign ${id}` };
    await auditLog.append(tx, [{ ...line, before: "running", after: "" }]);
    return given({});
  });

/** What operators ask about campaigns in the console. */
export const campaignAnswers = (deps: CampaignDeps): Answer[] => [
  answer(consoleCalls.campaignList, () => list(deps)),
  answer(consoleCalls.previewCampaign, async ({ terms, pastDays }) => {
    const known = await knownBy(deps.core);
    if (known === undefined) return refuse("BUSY");
    const problem = problemOfTerms(terms, known, deps.clock.now());
    return given({ problem, ...previewOfTerms(terms, await usersOf(deps, terms, pastDays)) });
  }),
  answer(consoleCalls.makeCampaign, (ask, asked) => make(deps, ask, asked)),
  answer(consoleCalls.startCampaign, (ask, asked) => start(deps, ask, asked)),
  answer(consoleCalls.stopCampaign, (ask, asked) => stop(deps, ask, asked)),
];
