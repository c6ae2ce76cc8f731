import type { CommandOf } from "@tidemark/contracts/journal";
import { refuse } from "../events/refusals.ts";
import { logicVersion, State, variable } from "./state.ts";

/** How each logic version is reached from the one before: a pure change of the state. Version 1 is where everything starts. */
export type Migrations = Readonly<Record<number, (state: State) => void>>;
const migrations: Migrations = {
  // Producers belong to a class, locks are only lengthened, references of deposits count once (decision 0045).
  2: (state) => state.depositReferences.make(),
};

/** UPGRADE: from this command on the journal means what version `to` says. Never down, never over a version. */
export function upgrade(state: State, command: CommandOf<"upgrade">, known: Migrations = migrations): void {
  const from = state.logic;
  const migrate = known[command.to];
  if (command.to !== from + 1 || migrate === undefined) return state.refuse(refuse.CONFIG_INVALID);
  migrate(state);
  state.set(variable.logicVersion, command.to);
  state.events.emit("upgraded", { from, to: command.to });
}

/** A journal whose first row says this version: the empty state as the upgrades up to it would leave it. */
export function startUnder(state: State, version: number): void {
  for (let to = state.logic + 1; to <= version; to += 1) {
    migrations[to]!(state);
    state.set(variable.logicVersion, to);
  }
  state.memory.cut();
}

/** The empty state of a journal that begins today, or of one that began under an older version. */
export function createState(version: number = logicVersion): State {
  const state = new State();
  startUnder(state, version);
  return state;
}
