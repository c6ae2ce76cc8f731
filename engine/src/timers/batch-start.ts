import { runIsolated, runIsolatedInSlices } from "../markets/run-isolated.ts";
import { runFollowUps } from "../follow-ups/run.ts";
import { takeBackGrant } from "../commands/bonus.ts";
import { anyMarket, expireByAge, sweep } from "../commands/cancel.ts";
import { chargeInterest } from "../commands/pairs.ts";
import { ageIndices } from "../markets/index-price.ts";
import { cause, entryCause } from "../records/order.ts";
import { User } from "../records/user.ts";
import { Grant } from "../records/grant.ts";
import type { SlicedWork } from "../memory/slices.ts";
import type { State } from "../state/state.ts";
import { everySecond } from "./seconds.ts";
import { type DueTimer, timerKind } from "../records/timer-heap.ts";

const keysPurgedPerBatch = 32;
const noMarket = 0;

/** What has become due by the batch's time happens before its first command (A4.7), each thing to its end. Yields between slices. */
export function* batchStart(state: State): SlicedWork {
  runIsolated(state, noMarket, () => state.keys.purge(state.now, keysPurgedPerBatch));
  runIsolated(state, noMarket, () => ageIndices(state));
  yield* expireByAge(state);
  for (let timer = nextTimer(state); timer !== undefined; timer = nextTimer(state)) {
    yield* ring(state, timer);
    yield* runFollowUps(state);
    if (state.isSliceOver) yield;
  }
  yield* everySecond(state);
  yield* runFollowUps(state);
}

function nextTimer(state: State): DueTimer | undefined {
  let timer: DueTimer | undefined;
  runIsolated(state, noMarket, () => (timer = state.timers.take(state.now)));
  return timer;
}

function* ring(state: State, timer: DueTimer): SlicedWork {
  if (timer.kind === timerKind.grantEnds) runIsolated(state, noMarket, () => expireGrant(state, timer));
  else if (timer.kind === timerKind.interest) runIsolated(state, noMarket, () => chargeInterest(state, timer));
  else yield* runIsolatedInSlices(state, noMarket, () => deadMan(state, timer));
}

/** the timer of a grant that was recalled rings as well. */
function expireGrant(state: State, { owner: id, due }: DueTimer): void {
  const grant = state.grants.find(id);
  if (grant === 0 || state.memory.number(grant + Grant.endsAt) !== due) return;
  takeBackGrant(state, grant, entryCause.expiry);
}

/** the deadline has passed and was not renewed. */
function* deadMan(state: State, { owner: user, due }: DueTimer): SlicedWork {
  const { memory } = state;
  if (memory.number(user + User.deadline) !== due) return;
  const scope = {
    market: memory.w[user + User.deadManMarket]! || anyMarket,
    product: memory.w[user + User.deadManProduct]!,
    posSide: 0,
    includeTriggers: true,
    includeTpsl: false,
  };
  yield* sweep(state, user, scope, cause.deadMan);
  memory.setNumber(user + User.deadline, 0);
}
