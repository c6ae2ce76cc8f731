import { randomUUID } from "node:crypto";
import type { OperatorCommand, OperatorCommandCall, OperatorRole } from "@tidemark/contracts";
import { commandFromJson, commandToJson } from "@tidemark/contracts/codec";
import { type Asked, type Database, enqueueCommand, given, refuse } from "@tidemark/kit-node";
import { canonical } from "./audit-chain.ts";
import { audit, type Decided, inTransaction, type OperatorDeps, operatorOf, schema, shown } from "./deps.ts";
import { follow, type Operator, waitingPerOperatorMax } from "./rules.ts";
import { type Proposal, proposals } from "./store.ts";

type Ask = Readonly<Record<string, unknown>> & { readonly reason: string; readonly requestId?: string | undefined };

/** The state and the command of the outbox are one transaction: however often the process is killed, the core gets it once. */
export async function send(tx: Database, { id, state, command }: Proposal, at: number): Promise<void> {
  follow(state, "SENT");
  await enqueueCommand(tx, schema, commandFromJson(command as OperatorCommand) as unknown as OperatorCommand, at);
  await proposals.setSent(tx, id);
}

/** The proposal that this operator's request made before. */
async function repeated(tx: Database, call: string, fields: object, uid: number, requestId: string | undefined) {
  const before = requestId === undefined ? undefined : await proposals.ofRequest(tx, uid, requestId);
  if (before === undefined) return undefined;
  return before.call === call && canonical(before.ask) === canonical(fields)
    ? given(shown(before))
    : refuse("DUPLICATE_CLIENT_ID");
}

async function add(
  deps: OperatorDeps,
  tx: Database,
  call: OperatorCommandCall,
  { reason, requestId, ...fields }: Ask,
  { operator, command, ip }: { operator: Operator; command: OperatorCommand; ip: string },
): Promise<Decided> {
  const at = deps.clock.now();
  const rule = call.operator!;
  const needed = rule.isUrgent?.({ reason, ...fields } as never) === true ? 0 : rule.approvals;
  const id = randomUUID();
  const isNew = await proposals.add(tx, {
    id,
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
    const before = await repeated(tx, call.name, fields, operator.uid, requestId);
    return before ?? refuse("APPROVAL_PENDING");
  }
  if (needed === 0) await send(tx, (await proposals.get(tx, id))!, at);
  const by = { uid: operator.uid, origin: ip, reason };
  const proposed = {
    action: "proposed",
    ...by,
    before: null,
    after: { call: call.name, ask: fields, needed },
  } as const;
  const sent = { action: "sent", ...by, before: "WAITING", after: "SENT" } as const;
  await audit(tx, id, at, proposed, ...(needed === 0 ? [sent] : []));
  return given(shown((await proposals.get(tx, id))!));
}

/** Asking an operator call makes a proposal. Without approvals to wait for, it is sent in the same transaction. */
export async function propose(deps: OperatorDeps, call: OperatorCommandCall, ask: Ask, asked: Asked): Promise<Decided> {
  const outcome = await inTransaction(deps, async (tx): Promise<Decided> => {
    const operator = await operatorOf(deps, tx, asked, call.operator!.role);
    if (typeof operator === "string") return refuse(operator);
    const { reason: _reason, requestId, ...fields } = ask;
    const before = await repeated(tx, call.name, fields, operator.uid, requestId);
    if (before !== undefined) return before;
    if ((await proposals.countWaiting(tx, operator.uid)) >= waitingPerOperatorMax) return refuse("TOO_MANY_REQUESTS");
    const instruments = await deps.instruments();
    if (instruments === undefined) return refuse("BUSY");
    const command = call.commandOf(ask, instruments);
    if ("problem" in command)
      return refuse("REQUEST_INVALID", { problem: `${command.problem}: unknown, or not a whole number of its steps` });
    return add(deps, tx, call, ask, { operator, command, ip: asked.from.ip });
  });
  if (outcome.ok && outcome.value.state === "SENT") deps.wakeOutbox();
  return outcome;
}
