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
  refuse,
  type Time,
  type UnnumberedCommand,
} from "@tidemark/kit-node";
import { type Fund, missingOf, nextAtOf, printed } from "./rules.ts";
import { refills } from "./store.ts";

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

function depositsOf(funds: readonly Fund[], instruments: Instruments, uid: number, at: number): UnnumberedCommand[] {
  return funds.flatMap(({ asset, units }): UnnumberedCommand[] => {
    const listed = instruments.asset(asset);
    if (listed === undefined) return [];
    return [
      { type: "credit_deposit", uid, asset: listed.id, amount: units, reference: `refill ${uid} ${at} ${asset}` },
    ];
  });
}

/** Waits for the core's answers, so that the caller can use the money at once; a core that is away books it later. */
async function areBooked({ db, time }: RefillDeps, uid: number): Promise<boolean> {
  for (let left = bookedWaitMaxMs / bookedLookEveryMs; left > 0; left -= 1) {
    if (await refills.areBooked(db, uid)) return true;
    await time.sleep(bookedLookEveryMs);
  }
  return false;
}

async function refill(deps: RefillDeps, uid: number) {
  const { db, time, core, target, everyMs } = deps;
  const [list, balances] = await Promise.all([
    ofCore<InstrumentList>(core, calls.marketInstruments, 0),
    ofCore<{ rows: BalanceRow[] }>(core, calls.balances, uid),
  ]);
  if (list === undefined || balances === undefined) return refuse("BUSY");
  const missing = missingOf(target, balances.rows);
  const now = time.now();
  const { isGiven, lastAt } = await db.transaction().execute(async (transaction) => {
    const tx = transaction as unknown as Database;
    const before = await refills.lock(tx, uid);
    if (missing.length === 0 || nextAtOf(before, everyMs, now) > 0) return { isGiven: false, lastAt: before };
    await enqueueCommands(tx, schema, depositsOf(missing, instrumentsOf(list), uid, now), now);
    await refills.given(tx, uid, now);
    return { isGiven: true, lastAt: now };
  });
  if (isGiven) deps.wakeOutbox();
  const isBooked = await areBooked(deps, uid);
  return given({ given: isGiven ? printed(missing) : [], isBooked, nextAt: nextAtOf(lastAt, everyMs, now) });
}

export const refillAnswers = (deps: RefillDeps): Answer[] => [
  answer(calls.simulatedFunds, async (_ask, { uid }) => {
    const lastAt = await refills.lastAt(deps.db, uid);
    return given({ target: printed(deps.target), lastAt, nextAt: nextAtOf(lastAt, deps.everyMs, deps.time.now()) });
  }),
  answer(calls.refillSimulated, (_ask, { uid }) => refill(deps, uid)),
];
