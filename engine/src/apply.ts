import type { CancelOrder, Command, commandKinds, PlaceOrder } from "@tidemark/contracts/codec";
import { eventCode } from "./events.ts";
import { producerCheck } from "./keys/producers.ts";
import { creditDeposit } from "./ledger/deposit.ts";
import { highOf, lowOf } from "./ledger/limbs.ts";
import { transfer } from "./ledger/transfer.ts";
import { ageIndices, setSourcePrice } from "./markets/index-price.ts";
import {
  closeToOrders,
  configureAsset,
  configureFees,
  configureMarket,
  setAccountStatus,
  setMarketStatus,
  setVipLevel,
  upgrade,
} from "./markets/configure.ts";
import { amend } from "./orders/amend.ts";
import { cancel, cancelAll, cancelByKey, cancelMarket, expireByAge } from "./orders/cancel.ts";
import { match } from "./orders/match.ts";
import { Order } from "./orders/order-table.ts";
import { place } from "./orders/place.ts";
import { Stake } from "./orders/users.ts";
import { codeOfResult, ok, packResult, refOfResult, refuse } from "./refusals.ts";
import { job, type State, variable } from "./state.ts";

const keysPurgedPerBatch = 32;

/** The whole product's behaviour starts here. True: the command has ended; false: `resume` goes on with it. */
function perform(state: State, command: Command): boolean {
  switch (command.type) {
    case "place_order":
      return place(state, command);
    case "cancel_order":
      cancel(state, command);
      return true;
    case "cancel_by_key":
      cancelByKey(state, command);
      return true;
    case "cancel_all":
      return cancelAll(state, command);
    case "amend_order":
      return amend(state, command);
    case "transfer":
      transfer(state, command);
      return true;
    case "credit_deposit":
      creditDeposit(state, command);
      return true;
    case "source_price_set":
      setSourcePrice(state, command);
      return true;
    case "set_vip_level":
      setVipLevel(state, command);
      return true;
    case "set_account_status":
      setAccountStatus(state, command);
      return true;
    case "configure_asset":
      configureAsset(state, command);
      return true;
    case "configure_market":
      configureMarket(state, command);
      return true;
    case "set_market_status":
      return setMarketStatus(state, command);
    case "configure_fees":
      configureFees(state, command);
      return true;
    case "upgrade":
      upgrade(state, command);
      return true;
    default:
      return unreachable(command);
  }
}

/** A new command does not compile until it has a line above. */
function unreachable(command: never): never {
  throw new Error(`no such command ${String(command)}`);
}

/** The next slice of the work that the last one left. */
function goOn(state: State): boolean {
  const command = state.command;
  switch (state.job) {
    case job.match:
      return match(state);
    case job.cancelAll:
      return command?.type === "cancel_all" ? cancelAll(state, command) : true;
    case job.settle:
      return command?.type === "set_market_status" ? cancelMarket(state, command.market) : true;
    default:
      return true;
  }
}

type OfUser = Extract<Command, { key: unknown }>;

/** Users' commands carry the client's key, all others their producer's number. */
function isOfUser(command: Command): command is OfUser {
  switch (command.type) {
    case "place_order":
    case "cancel_order":
    case "cancel_by_key":
    case "cancel_all":
    case "amend_order":
    case "transfer":
      return true;
    default:
      return false;
  }
}

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
  const check = state.producers.isProducer(command.producer)
    ? state.producers.check(command.producer, command.number, command.bodyHash)
    : producerCheck.gap;
  if (check === producerCheck.next) return false;
  if (check === producerCheck.known) repeat(state, state.producers.answer(command.producer, command.number));
  else if (check === producerCheck.gap)
    state.refuse(refuse.PRODUCER_GAP, BigInt(state.producers.last(command.producer) + 1));
  else {
    state.producers.stop(command.producer);
    state.refuse(refuse.PRODUCER_FORK);
  }
  return true;
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

/**
 * `attempt` for a placement and for a cancel, which are nearly all there is: the same steps, but V8 sees one shape of command in each and
 * reads its fields where they lie.
 */
function attemptPlace(state: State, c: PlaceOrder): boolean | undefined {
  try {
    if (keyAnswered(state, c.key.form, c.keyHigh, c.keyLow, c.bodyHash)) return true;
    if (!place(state, c)) return false;
    rememberKey(state, c.key.form, c.keyHigh, c.keyLow, c.bodyHash, true);
    return true;
  } catch {
    return undo(state);
  }
}

function attemptCancel(state: State, c: CancelOrder): boolean | undefined {
  try {
    if (keyAnswered(state, c.key.form, c.keyHigh, c.keyLow, c.bodyHash)) return true;
    cancel(state, c);
    rememberKey(state, c.key.form, c.keyHigh, c.keyLow, c.bodyHash, false);
    return true;
  } catch {
    return undo(state);
  }
}

function undo(state: State): undefined {
  state.memory.rollback();
  state.events.length = state.eventMark;
  return undefined;
}

/**
 * One slice of a command under the undo log: true and false as in `perform`, undefined when the handler failed; then everything the
 * command did is taken back.
 */
export function attempt(state: State, command: Command, first: boolean): boolean | undefined {
  try {
    if (first && answeredBefore(state, command)) return true;
    if (!(first ? perform(state, command) : goOn(state))) return false;
    remember(state, command);
    return true;
  } catch {
    return undo(state);
  }
}

/** Applies a command to the state; `index` is its place in the batch. False: a slice ended, call `resume` until true. */
export function apply(state: State, command: Command, index: number): boolean {
  if (!state.previewing) state.memory.cut();
  state.commandIndex = index;
  state.eventMark = state.events.length;
  state.job = job.none;
  state.result.code = ok;
  state.result.ref = 0;
  state.result.first = 0n;
  state.result.second = 0n;
  const { type } = command;
  if (type === "place_order") return conclude(state, command, attemptPlace(state, command));
  if (type === "cancel_order") return conclude(state, command, attemptCancel(state, command));
  return conclude(state, command, attempt(state, command, true));
}

export function resume(state: State): boolean {
  // Tables cannot grow inside a command, but the memory can.
  state.memory.makeRoom();
  if (state.command === undefined) return resumeBatchStart(state);
  return conclude(state, state.command, attempt(state, state.command, false));
}

function conclude(state: State, command: Command, ended: boolean | undefined): boolean {
  if (ended === false) {
    state.command = command;
    return false;
  }
  if (ended === undefined) poison(state, command);
  const { code, ref } = state.result;
  if (code !== ok) tellRefused(state, command);
  state.events.three(eventCode.answered, state.commandIndex, code, ref);
  state.job = job.none;
  if (state.command !== undefined) state.command = undefined;
  if (!state.previewing) state.makeRoom();
  return true;
}

/** The market that a command is about: named by it, or by the order it names. 0: none. */
function marketOf(state: State, command: Command): number {
  if ("market" in command) return state.markets.at(command.market) === 0 ? 0 : command.market;
  const { w } = state.memory;
  const order = "orderId" in command ? state.orders.find(command.orderId) : 0;
  return order === 0 ? 0 : w[w[order + Order.stake]! + Stake.market]!;
}

/** A handler that failed must not stop the core: the command is void, its market takes only cancels, and an operator is told. */
function poison(state: State, command: Command): void {
  state.refuse(refuse.INTERNAL);
  state.result.ref = 0;
  const market = marketOf(state, command);
  closeToOrders(state, market);
  state.events.two(eventCode.poisoned, state.commandIndex, market);
  remember(state, command);
}

const noMarket = 0;

function tellRefused(state: State, command: Command): void {
  const { code, first, second } = state.result;
  const uid = "uid" in command ? command.uid : 0;
  const market = "market" in command ? command.market : noMarket;
  state.events.list(eventCode.refused, [
    uid,
    kindOf[command.type],
    market,
    code,
    highOf(first),
    lowOf(first),
    highOf(second),
    lowOf(second),
  ]);
}

/** Numbers of the commands, as on disk; the compiler holds them against the contracts. */
const kindOf = {
  place_order: 1,
  cancel_order: 2,
  cancel_all: 3,
  amend_order: 4,
  transfer: 5,
  cancel_by_key: 6,
  credit_deposit: 20,
  source_price_set: 30,
  set_vip_level: 40,
  set_account_status: 50,
  configure_asset: 51,
  configure_market: 52,
  set_market_status: 53,
  configure_fees: 54,
  upgrade: 60,
} as const satisfies { [T in Command["type"]]: (typeof commandKinds)[T]["kind"] };

/** Starts a batch: its time is the engine's only clock, and what has become due by it happens first. False: call `resume` until true. */
export function beginBatch(state: State, at: number): boolean {
  state.memory.cut();
  state.events.length = 0;
  state.command = undefined;
  state.set(variable.now, Math.max(at, state.now));
  state.keys.purge(state.now, keysPurgedPerBatch);
  ageIndices(state);
  return resumeBatchStart(state);
}

function resumeBatchStart(state: State): boolean {
  state.memory.cut();
  if (!expireByAge(state)) return false;
  state.makeRoom();
  return true;
}
