import {
  type ApprovedRow,
  approvedWithdrawals,
  assetNetworks,
  calls,
  type Network,
  networks,
  withdrawalDayLimitOf,
  withdrawalDecimalsOf,
} from "@tidemark/contracts";
import { type Answer, answer, type Asked, type Database, given, refuse } from "@tidemark/kit-node";
import { printUnits } from "@tidemark/money";
import { dayMs } from "../module/utc-days.ts";
import { cancelWithdrawal, confirmWithdrawal } from "./confirm.ts";
import { coreFactsOf } from "./core-facts.ts";
import { shown, type WithdrawalDeps } from "./deps.ts";
import { asksReceiver, requestWithdrawal } from "./request.ts";
import { leftOf } from "./rules.ts";
import { intents, levels, withdrawals } from "./store.ts";

function networksOf(deps: WithdrawalDeps, asset: string, scale: number) {
  const paid = assetNetworks.filter((one) => one.asset === asset && deps.networks.includes(one.network));
  return paid.map((terms) => {
    const { name, memo, explorer }: Network = networks[terms.network];
    const { network, fee, minWithdrawal } = terms;
    const decimals = withdrawalDecimalsOf(terms, scale);
    return { network, name, fee, minWithdrawal, decimals, hasMemo: memo !== undefined, explorer };
  });
}

async function info(deps: WithdrawalDeps, asset: string, asked: Asked) {
  const { uid } = asked;
  const now = deps.clock.now();
  const facts = await coreFactsOf(deps.core, uid, asset);
  if (facts === "unknown") return refuse("NOT_FOUND");
  const session = await deps.accounts.sessionOf(deps.db, asked, now);
  if (session === undefined) return refuse("LOGIN_INVALID");
  const isReceiverAsked = await asksReceiver(deps, asked);
  if (facts === undefined || isReceiverAsked === undefined) return refuse("BUSY");
  const level = await levels.of(deps.db, uid);
  const used = await withdrawals.usedSince(deps.db, uid, now - dayMs);
  return given({
    asset,
    networks: networksOf(deps, asset, facts.asset.scale),
    available: facts.available,
    price: facts.price,
    level,
    dayLimit: printUnits(withdrawalDayLimitOf(level)),
    dayUsed: printUnits(used),
    dayLeft: printUnits(leftOf(level, used)),
    reviewFrom: printUnits(deps.review.from),
    lockedUntil: facts.lockedUntil,
    factor: session.bound,
    isFactorFresh: now - session.factorAt < deps.factorFreshMs,
    asksReceiver: isReceiverAsked,
  });
}

type Page = { readonly asset?: string | undefined; readonly before?: string | undefined; readonly pageSize: number };

async function list({ db }: WithdrawalDeps, { asset, before, pageSize }: Page, uid: number) {
  const [at = "", id = ""] = before?.split(":") ?? [];
  const behind = before === undefined ? undefined : { at: Number(at), id };
  const rows = await withdrawals.list(db, uid, { asset, before: behind, size: pageSize });
  const page = rows.slice(0, pageSize);
  const last = page.at(-1);
  const isMore = rows.length > pageSize && last !== undefined;
  return given({ list: page.map(shown), ...(isMore ? { next: `${last.madeAt}:${last.id}` } : {}) });
}

/** What the wallet may pay or has to give back. */
async function approved(db: Database, ids: readonly number[]) {
  const rows = await withdrawals.decided(db, ids);
  const list = await Promise.all(
    rows.map(async ({ coreId, ...one }): Promise<ApprovedRow[]> => {
      const { id, uid, network, fee } = one;
      const row = { coreId, id, uid, network, fee: String(fee) };
      if (one.state === "RETURNING") return [{ ...row, approved: null }];
      const kept = await intents.of(db, id);
      const approvals = await intents.approvals(db, id);
      return kept === undefined ? [] : [{ ...row, approved: { intent: kept.intent, approvals } }];
    }),
  );
  return given({ list: list.flat() });
}

/** Contract → rules → store. */
export const withdrawalAnswers = (deps: WithdrawalDeps): Answer[] => [
  answer(calls.withdrawalInfo, ({ asset }, asked) => info(deps, asset, asked)),
  answer(calls.requestWithdrawal, (wish, asked) => requestWithdrawal(deps, wish, asked)),
  answer(calls.confirmWithdrawal, (shownCode, asked) => confirmWithdrawal(deps, shownCode, asked)),
  answer(calls.cancelWithdrawal, ({ id }, asked) => cancelWithdrawal(deps, id, asked)),
  answer(calls.withdrawalList, (page, { uid }) => list(deps, page, uid)),
];

/** What the wallet asks. */
export const approvedAnswers = ({ db }: Pick<WithdrawalDeps, "db">): Answer[] => [
  answer(approvedWithdrawals, ({ ids }) => approved(db, ids)),
];
