import { randomUUID } from "node:crypto";
import { alertsMax, calls } from "@tidemark/contracts";
import {
  type Answer,
  answer,
  type Clock,
  type CoreClient,
  type Database,
  given,
  inTransaction,
  refuse,
} from "@tidemark/kit-node";
import { coreInstruments } from "../../module/core/core-instruments.ts";
import { type Alert, alerts } from "./alert-store.ts";

export type AlertDeps = {
  readonly db: Database;
  readonly clock: Pick<Clock, "now">;
  readonly core: CoreClient | undefined;
};

type Wish = Pick<Alert, "measure" | "symbol" | "direction" | "level">;

/** Undefined where the core does not answer. */
async function isListed(core: CoreClient | undefined, { measure, symbol }: Wish): Promise<boolean | undefined> {
  const instruments = await coreInstruments(core);
  if (instruments === undefined) return undefined;
  const market = instruments.market(symbol);
  if (measure === "MARGIN") return instruments.asset(symbol) !== undefined;
  return measure === "FUNDING" ? market?.contract !== undefined : market !== undefined;
}

/** A price is above zero, and nobody waits for a margin ratio to fall. */
const isSensible = ({ measure, direction, level }: Wish): boolean =>
  measure === "FUNDING" ||
  (!level.startsWith("-") && /[1-9]/.test(level) && (measure === "PRICE" || direction === "ABOVE"));

async function set({ db, clock, core }: AlertDeps, uid: number, { id, ...wish }: Wish & { id?: string | undefined }) {
  if (!isSensible(wish)) return refuse("REQUEST_INVALID");
  const isKnown = await isListed(core, wish);
  if (isKnown === undefined) return refuse("BUSY");
  if (!isKnown) return refuse("SYMBOL_NOT_FOUND");
  const one = { ...wish, uid, id: id ?? randomUUID(), madeAt: clock.now() };
  return inTransaction(db, async (tx) => {
    if (id !== undefined) return (await alerts.change(tx, one)) ? given({ id }) : refuse("NOT_FOUND");
    const isAdded = await alerts.add(tx, one, alertsMax);
    return isAdded ? given({ id: one.id }) : refuse("ALERT_LIMIT", { allowed: String(alertsMax) });
  });
}

export const alertAnswers = (deps: AlertDeps): Answer[] => [
  answer(calls.alertList, async (_ask, { uid }) => {
    const list = (await alerts.of(deps.db, uid)).map(({ uid: _owner, ...row }) => row);
    return given({ list });
  }),
  answer(calls.setAlert, (ask, { uid }) => set(deps, uid, ask)),
  answer(calls.removeAlert, async ({ id }, { uid }) =>
    (await alerts.remove(deps.db, uid, id)) ? given({}) : refuse("NOT_FOUND"),
  ),
];
