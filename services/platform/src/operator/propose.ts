import { randomUUID } from "node:crypto";
import type { ExchangeName, OperatorCommand, OperatorCommandCall, OperatorRole } from "@tidemark/contracts";
import { commandFromJson, commandToJson } from "@tidemark/contracts/codec";
import { type Asked, canonical, type Database, enqueueCommand, given, inTransaction, refuse } from "@tidemark/kit-node";
import { audit, type Decided, type OperatorDeps, operatorOf, outboxes, shown } from "./deps.ts";
import { follow, type Operator, waitingPerOperatorMax } from "./rules.ts";
import { type Proposal, proposals } from "./store.ts";

type Ask = Readonly<Record<string, unknown>> & {
  readonly exchange: ExchangeName;
  readonly reason: string;
  readonly requestId?: string | undefined;
};

/**
 * To the exchange that the proposal names, wherever it was approved. The state and the command of the outbox are one transaction: however
 * often the process is killed, the core gets it once.
 */
export async function send(tx: Database, { id, exchange, state, command }: Proposal, at: number): Promise<void> {
  follow(state, "SENT");
  const draft = commandFromJson(command as OperatorCommand) as unknown as OperatorCommand;
  await proposals.setSent(tx, id, await enqueueCommand(tx, outboxes[exchange], draft, at));
}

type Request = {
  readonly exchange: ExchangeName;
  readonly call: string;
  readonly fields: object;
  readonly uid: number;
  readonly requestId: string | undefined;
};

/** The proposal that this operator's request made before. */
async function repeated(tx: Database, { exchange, call, fields, uid, requestId }: Request) {
  const before = requestId === undefined ? undefined : await proposals.ofRequest(tx, exchange, uid, requestId);
  if (before === undefined) return undefined;
  return before.call === call && canonical(before.ask) === canonical(fields)
    ? given(shown(before))
    : refuse("DUPLICATE_CLIENT_ID");
}

async function add(
  deps: OperatorDeps,
  tx: Database,
  call: OperatorCommandCall,
  { exchange, reason, requestId, ...fields }: Ask,
  { operator, command, ip }: { operator: Operator; command: OperatorCommand; ip: string },
): Promise<Decided> {
  const at = deps.clock.now();
  const rule = call.operator!;
  const needed = rule.isUrgent?.({ reason, ...fields } as never) === true ? 0 : rule.approvals;
  const id = randomUUID();
  const isNew = await proposals.add(tx, {
    id,
    exchange,
    call: call.name,
    role: rule.role as OperatorRole,
    ask: fields,
    commandJson: commandToJson(command),
    reason,
    by: operator.uid,
    deviceId: operator.deviceId,
    requestId,
    at,
    until: at + deps.proposalValidMs,
    needed,
  });
  if (!isNew) {
    const before = await repeated(tx, { exchange, call: call.name, fields, uid: operator.uid, requestId });
    return before ?? refuse("APPROVAL_PENDING");
  }
  if (needed === 0) await send(tx, (await proposals.get(tx, exchange, id))!, at);
  const by = { uid: operator.uid, origin: ip, reason };
  const proposed = {
    action: "proposed",
    ...by,
    before: null,
    after: { exchange, call: call.name, ask: fields, needed },
  } as const;
  const sent = { action: "sent", ...by, before: "WAITING", after: "SENT" } as const;
  await audit(tx, id, at, proposed, ...(needed === 0 ? [sent] : []));
  return given(shown((await proposals.get(tx, exchange, id))!));
}

/** Asking an operator call makes a proposal for the exchange that it names. Without approvals to wait for, it is sent in the same transaction. */
export async function propose(deps: OperatorDeps, call: OperatorCommandCall, ask: Ask, asked: Asked): Promise<Decided> {
  const { exchange } = ask;
  const outcome = await inTransaction(deps.db, async (tx): Promise<Decided> => {
    const operator = await operatorOf(deps, tx, asked, call.operator!.role);
    if (typeof operator === "string") return refuse(operator);
    const { reason: _reason, exchange: _exchange, requestId, ...fields } = ask;
    const before = await repeated(tx, { exchange, call: call.name, fields, uid: operator.uid, requestId });
    if (before !== undefined) return before;
    if ((await proposals.countWaiting(tx, exchange, operator.uid)) >= waitingPerOperatorMax)
      return refuse("TOO_MANY_REQUESTS");
    const instruments = await deps.instruments(exchange);
    if (instruments === undefined) return refuse("BUSY");
    const command = call.commandOf(ask, instruments);
    if ("problem" in command)
      return refuse("REQUEST_INVALID", { problem: `${command.problem}: unknown, or not a whole number of its steps` });
    return add(deps, tx, call, ask, { operator, command, ip: asked.from.ip });
  });
  if (outcome.ok && outcome.value.state === "SENT") deps.wakeOutbox(exchange);
  return outcome;
}
