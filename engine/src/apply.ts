import {
  classOfProducer,
  type Command,
  type CommandOf,
  type InternalCommand,
  journalCommands,
  type UserCommand,
} from "@tidemark/contracts/journal";
import { areAllHealthy, runFollowUps } from "./follow-ups/run.ts";
import { producerCheck } from "./keys/producers.ts";
import { highOf, lowOf } from "./memory/split-amount.ts";
import { Order } from "./records/order.ts";
import { UserMarket } from "./records/user.ts";
import { codeOfResult, ok, packResult, refOfResult, refuse } from "./events/refusals.ts";
import { type SlicedWork, rollbackInSlices } from "./memory/slices.ts";
import { type State, variable } from "./state/state.ts";
import { batchStart } from "./timers/batch-start.ts";
import { dispatch } from "./commands/dispatch.ts";
import { closeToOrders } from "./markets/configure.ts";
import { cancel } from "./commands/cancel.ts";
import { place } from "./commands/place.ts";

const isOfUser = (command: Command): command is UserCommand => "key" in command;

/** Of prices only the newest counts, and an upgrade names the version it goes to; everything else must be counted once. */
const mayBeUnnumbered = (command: Command): boolean =>
  command.type === "source_price_set" || command.type === "upgrade";

/** Rule 0, before every other check: a command that was answered before gets the same answer. True: answered. */
function answeredBefore(state: State, command: Command): boolean {
  if (isOfUser(command)) return keyAnswered(state, command.key.form, command.keyHigh, command.keyLow, command.bodyHash);
  if (command.producer === 0) {
    if (mayBeUnnumbered(command)) return false;
    state.refuse(refuse.PRODUCER_GAP, 1n);
    return true;
  }
  return numberAnswered(state, command);
}

function numberAnswered(state: State, command: InternalCommand): boolean {
  const { producers } = state;
  const { producer, number, bodyHash } = command;
  // Before the number is looked at: a class neither uses up nor stops the numbers of another.
  if (state.logic >= 2 && classOfProducer(producer) !== journalCommands[command.type].by) {
    state.refuse(refuse.PRODUCER_FOREIGN);
    return true;
  }
  const check = producers.isProducer(producer)
    ? producers.check(producer, number, bodyHash, command.type === "lift_producer" && command.stopped === producer)
    : producerCheck.gap;
  if (check === producerCheck.next) return false;
  if (check === producerCheck.known) repeat(state, producers.answer(producer, number));
  else if (check === producerCheck.gap) state.refuse(refuse.PRODUCER_GAP, BigInt(producers.last(producer) + 1));
  else stopProducer(state, producer);
  return true;
}

/** Its numbers mean two things: nothing of it is carried out until an operator lifts it. Version 1 said nothing but the refusal. */
function stopProducer(state: State, producer: number): void {
  const { producers } = state;
  const expected = producers.last(producer) + 1;
  if (state.logic >= 2 && !producers.isStopped(producer)) state.events.emit("producer_stopped", { producer, expected });
  producers.stop(producer);
  state.refuse(refuse.PRODUCER_FORK, state.logic < 2 ? 0n : BigInt(expected));
}

function keyAnswered(state: State, form: number, high: number, low: number, body: number): boolean {
  if (form === 0 || !state.keys.findOwn(high, low, state.now)) return false;
  if (state.keys.foundBody === body) repeat(state, state.keys.foundResult);
  else state.refuse(refuse.DUPLICATE_CLIENT_ID);
  return true;
}

function repeat(state: State, packed: number): void {
  state.result.code = codeOfResult(packed);
  state.result.ref = refOfResult(packed);
}

function remember(state: State, command: Command): void {
  const { code, ref } = state.result;
  if (!isOfUser(command)) {
    if (command.producer !== 0)
      state.producers.remember(command.producer, command.number, command.bodyHash, packResult(code, ref, false));
  } else {
    const places = command.type === "place_order";
    rememberKey(state, command.key.form, command.keyHigh, command.keyLow, command.bodyHash, places);
  }
}

function rememberKey(state: State, form: number, high: number, low: number, body: number, places: boolean): void {
  if (form === 0) return;
  const { code, ref } = state.result;
  state.keys.remember(high, low, body, packResult(code, ref, places && code === ok), state.now);
}

/** True: the command has ended. A rest: it goes on in slices. Undefined: its handler failed, and it must be taken back. */
type Outcome = true | SlicedWork | undefined;

/**
 * `attempt` for a placement and for a cancel, which are nearly all there is: the same steps, but V8 sees one shape of command in each and
 * reads its fields where they lie.
 */
function attemptPlace(state: State, c: CommandOf<"place_order">): Outcome {
  try {
    if (keyAnswered(state, c.key.form, c.keyHigh, c.keyLow, c.bodyHash)) return true;
    const ended = place(state, c);
    if (ended !== true) return toTheEnd(state, c, ended);
    rememberKey(state, c.key.form, c.keyHigh, c.keyLow, c.bodyHash, true);
    return true;
  } catch (error) {
    return failed(state, error);
  }
}

function attemptCancel(state: State, c: CommandOf<"cancel_order">): Outcome {
  try {
    if (keyAnswered(state, c.key.form, c.keyHigh, c.keyLow, c.bodyHash)) return true;
    cancel(state, c);
    rememberKey(state, c.key.form, c.keyHigh, c.keyLow, c.bodyHash, false);
    return true;
  } catch (error) {
    return failed(state, error);
  }
}

/** The first slice of a command under the undo log. */
export function attempt(state: State, command: Command): Outcome {
  try {
    if (answeredBefore(state, command)) return true;
    const ended = dispatch(state, command) ?? true;
    if (ended !== true) return toTheEnd(state, command, ended);
    remember(state, command);
    return true;
  } catch (error) {
    return failed(state, error);
  }
}

function* toTheEnd(state: State, command: Command, rest: SlicedWork): SlicedWork {
  yield* rest;
  remember(state, command);
}

function failed(state: State, error: unknown): undefined {
  state.fault = error;
  return undefined;
}

/** Applies a command to the state; `index` is its place in the batch. False: a slice ended, call `resume` until true. */
export function apply(state: State, command: Command, index: number): boolean {
  if (!state.previewing) state.memory.cut();
  state.beginSlice();
  state.commandIndex = index;
  state.eventMark = state.events.length;
  state.eventsFinal = state.eventMark;
  state.result.code = ok;
  state.result.ref = 0;
  state.result.first = 0n;
  state.result.second = 0n;
  const { type } = command;
  if (type === "place_order") return conclude(state, command, attemptPlace(state, command));
  if (type === "cancel_order") return conclude(state, command, attemptCancel(state, command));
  return conclude(state, command, attempt(state, command));
}

export function resume(state: State): boolean {
  state.beginSlice();
  return state.work === undefined || resumeWork(state, state.work);
}

/** Nearly every command ends here; what goes on, failed or brought something about does so in slices. */
function conclude(state: State, command: Command, outcome: Outcome): boolean {
  if (outcome === true && (state.pending.isEmpty || areAllHealthy(state))) return answer(state, command);
  state.command = command;
  const work = inSlices(state, command, outcome);
  state.work = work;
  return resumeWork(state, work);
}

/** The rest of a command, and then what it brought about, each child on its own. */
function* inSlices(state: State, command: Command, outcome: Outcome): SlicedWork {
  if (outcome === undefined || (outcome !== true && !(yield* succeeds(state, outcome)))) {
    yield* rollbackInSlices(state.memory, 0);
    failCommand(state, command);
  }
  yield* runFollowUps(state);
}

function* succeeds(state: State, rest: SlicedWork): Generator<void, boolean> {
  try {
    yield* rest;
    return true;
  } catch (error) {
    state.fault = error;
    return false;
  }
}

function resumeWork(state: State, work: SlicedWork): boolean {
  if (work.next().done !== true) return false;
  state.work = undefined;
  return state.command === undefined || answer(state, state.command);
}

function answer(state: State, command: Command): boolean {
  const { code, ref } = state.result;
  if (code !== ok) emitRefused(state, command);
  state.events.answered(state.commandIndex, code, ref);
  if (state.command !== undefined) state.command = undefined;
  return true;
}

/** The market that a command is about: named by it, or by the order it names. 0: none. */
function marketOf(state: State, command: Command): number {
  if ("market" in command) return state.markets.at(command.market) === 0 ? 0 : command.market;
  const { w } = state.memory;
  const order = "orderId" in command ? state.orders.find(command.orderId) : 0;
  return order === 0 ? 0 : w[w[order + Order.userMarket]! + UserMarket.market]!;
}

/** A handler that failed must not stop the core: the command is void, its market takes only cancels, and an operator is told. */
function failCommand(state: State, command: Command): void {
  state.events.length = state.eventMark;
  state.pending.clear();
  state.forget();
  state.refuse(refuse.INTERNAL);
  state.result.ref = 0;
  const market = marketOf(state, command);
  closeToOrders(state, market);
  state.events.emit("command_failed", { index: state.commandIndex, market });
  remember(state, command);
}

const noMarket = 0;

function emitRefused(state: State, command: Command): void {
  const { code, first, second } = state.result;
  const uid = "uid" in command ? command.uid : 0;
  const market = "market" in command ? command.market : noMarket;
  state.events.emit("refused", {
    uid,
    kind: journalCommands[command.type].kind,
    market,
    result: code,
    firstHigh: highOf(first),
    firstLow: lowOf(first),
    secondHigh: highOf(second),
    secondLow: lowOf(second),
  });
}

/** Starts a batch: its time is the engine's only clock, and what has become due by it happens first. False: call `resume` until true. */
export function beginBatch(state: State, at: number): boolean {
  state.memory.cut();
  state.beginSlice();
  state.events.clear();
  state.eventsFinal = 0;
  state.command = undefined;
  state.set(variable.now, Math.max(at, state.now));
  state.work = batchStart(state);
  return resumeWork(state, state.work);
}
