import {
  type BalanceRow,
  calls,
  type InstrumentList,
  type Instruments,
  instrumentsOf,
  success,
} from "@tidemark/contracts";
import {
  type Answer,
  answer,
  type CoreClient,
  type Database,
  enqueueCommands,
  given,
  inTransaction,
  refuse,
  type Time,
  type UnnumberedCommand,
} from "@tidemark/kit-node";
import { type Fund, missingOf, nextAtOf, printed } from "./rules.ts";
import { type LastRefill, refills } from "./store.ts";

/** The schema of this module. */
export const schema = "simulated";

export type RefillDeps = {
  readonly db: Database;
  readonly time: Pick<Time, "now" | "sleep">;
  /** The simulated core. */
  readonly core: CoreClient;
  readonly target: readonly Fund[];
  readonly everyMs: number;
  readonly wakeOutbox: () => void;
};

const bookedWaitMaxMs = 1_500;
const bookedLookEveryMs = 25;

async function ofCore<T>(core: CoreClient, call: { readonly name: string }, uid: number): Promise<T | undefined> {
  const reply = await core.ask("now", { call: call.name, uid, ask: {} });
  return reply?.code === success ? (reply.data as T) : undefined;
}

type Deposit = { readonly fund: Fund; readonly command: UnnumberedCommand };

/** What the core does not list is not deposited. */
function depositsOf(funds: readonly Fund[], instruments: Instruments, uid: number, at: number): readonly Deposit[] {
  return funds.flatMap((fund): Deposit[] => {
    const listed = instruments.asset(fund.asset);
    if (listed === undefined) return [];
    const reference = `refill ${uid} ${at} ${fund.asset}`;
    return [{ fund, command: { type: "credit_deposit", uid, asset: listed.id, amount: fund.units, reference } }];
  });
}

/** Waits for the core's answers, so that the caller can use the money at once; a core that is away books it later. */
async function areBooked({ db, time }: RefillDeps, uid: number, at: number): Promise<boolean> {
  for (let left = bookedWaitMaxMs / bookedLookEveryMs; left > 0; left -= 1) {
    if (await refills.areAnswered(db, uid)) return refills.areBooked(db, uid, at);
    await time.sleep(bookedLookEveryMs);
  }
  return false;
}

async function refill(deps: RefillDeps, uid: number) {
  const { db, time, core, target, everyMs } = deps;
  const list = await ofCore<InstrumentList>(core, calls.marketInstruments, 0);
  if (list === undefined) return refuse("BUSY");
  const outcome = await inTransaction(db, async (tx) => {
    const before = await refills.lock(tx, uid);
    const now = time.now();
    const none = { last: before, deposited: [], now };
    // Money that is still on its way is in no balance yet.
    if (nextAtOf(before.lastAt, everyMs, now) > 0 || !(await refills.areAnswered(tx, uid))) return none;
    // After the lock: what another refill has just brought counts.
    const balances = await ofCore<{ rows: BalanceRow[] }>(core, calls.balances, uid);
    if (balances === undefined) return undefined;
    const deposits = depositsOf(missingOf(target, balances.rows), instrumentsOf(list), uid, now);
    if (deposits.length === 0) return none;
    const deposited = printed(deposits.map(({ fund }) => fund));
    await enqueueCommands(
      tx,
      schema,
      deposits.map(({ command }) => command),
      now,
    );
    const last: LastRefill = { lastAt: now, given: deposited };
    await refills.keep(tx, uid, last);
    return { last, deposited, now };
  });
  if (outcome === undefined) return refuse("BUSY");
  const { last, deposited, now } = outcome;
  if (deposited.length > 0) deps.wakeOutbox();
  const isBooked = await areBooked(deps, uid, last.lastAt);
  return given({ given: deposited, isBooked, nextAt: nextAtOf(last.lastAt, everyMs, now) });
}

export const refillAnswers = (deps: RefillDeps): Answer[] => [
  answer(calls.simulatedFunds, async (_ask, { uid }) => {
    const { lastAt, given: deposited } = await refills.last(deps.db, uid);
    return given({
      target: printed(deps.target),
      lastAt,
      given: [...deposited],
      isBooked: await refills.areBooked(deps.db, uid, lastAt),
      nextAt: nextAtOf(lastAt, deps.everyMs, deps.time.now()),
    });
  }),
  answer(calls.refillSimulated, (_ask, { uid }) => refill(deps, uid)),
];
