import { parseArgs } from "node:util";
import { type OperatorRole, operatorRoles } from "@tidemark/contracts";

export const usage = `pnpm operator grant  <e-mail> <roles> --reason <why>   roles, comma-separated: ${operatorRoles.join(", ")}; or all
pnpm operator revoke <e-mail> <roles> --reason <why>
pnpm operator renumber <module> <next> --reason <why>  commands that wait in a module's outbox get numbers from <next> on
                                                       (--compared: those below <next> are not in the journal)
pnpm operator withdrawals                              withdrawals that wait for operators, as the text that each of them signs
pnpm operator approve-withdrawal <id> <digest of its text> --approver <name> --key <file> --reason <why>
                                                       signs that text; the file holds an Ed25519 seed as 64 hex digits
pnpm operator reject-withdrawal <id> --reason <why>
pnpm operator approver-key --approver <name> --key <file>
                                                       the line of WITHDRAWAL_APPROVERS that belongs to a key
pnpm operator set-kyc-level <e-mail> <level> --reason <why>
                                                       verification level of an account: 0, 1 or 2
pnpm operator list                                     operators and their roles
pnpm operator audit                                    the audit log, and whether it is whole
  --database <url>   as the owner of the schema; else MIGRATION_URLS, else the database of pnpm dev`;

type Where = { readonly databaseUrl: string | undefined };
export type Order =
  | (Where & { readonly action: "list" | "audit" | "withdrawals" })
  | (Where & WithdrawalOrder)
  | (Where & {
      readonly action: "renumber";
      readonly schema: string;
      readonly next: number;
      readonly isCompared: boolean;
      readonly reason: string;
    })
  | (Where & {
      readonly action: "grant" | "revoke";
      readonly email: string;
      readonly roles: readonly OperatorRole[];
      readonly reason: string;
    });

/** What the command line asks of withdrawals and the accounts that withdraw. */
export type WithdrawalOrder =
  | { readonly action: "approver-key"; readonly approver: string; readonly keyFile: string }
  | {
      readonly action: "approve-withdrawal";
      /** Of the text that the operator has read. */
      readonly digest: string;
      readonly id: string;
      readonly approver: string;
      readonly keyFile: string;
      readonly reason: string;
    }
  | { readonly action: "reject-withdrawal"; readonly id: string; readonly reason: string }
  | { readonly action: "set-kyc-level"; readonly account: string; readonly level: number; readonly reason: string };

type Given = Readonly<Record<"approver" | "keyFile" | "reason" | "first" | "second", string>>;
const approverShape = /^[a-z0-9][a-z0-9._-]{0,39}$/;
const idShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const missingReason = "Why? A reason is missing.";

function signing(action: "approver-key" | "approve-withdrawal", given: Given): WithdrawalOrder | string {
  const { approver, keyFile, reason, first: id, second: digest } = given;
  if (!approverShape.test(approver)) return "Who approves? --approver is missing, the name in WITHDRAWAL_APPROVERS.";
  if (keyFile === "") return "By which key? --key is missing, the file that holds it.";
  if (action === "approver-key") return { action, approver, keyFile };
  if (!idShape.test(id)) return "Which withdrawal? Its id is missing.";
  if (!/^[0-9a-f]{16}$/.test(digest))
    return "Which text? Its digest is missing: `pnpm operator withdrawals` prints both.";
  return reason === "" ? missingReason : { action, id, digest, approver, keyFile, reason };
}

/** Undefined where the action is none of withdrawals. */
function withdrawalOrder(action: string | undefined, given: Given): WithdrawalOrder | string | undefined {
  const { reason, first, second } = given;
  if (action === "approver-key" || action === "approve-withdrawal") return signing(action, given);
  if (action === "reject-withdrawal") {
    if (!idShape.test(first)) return "Which withdrawal? Its id is missing.";
    return reason === "" ? missingReason : { action, id: first, reason };
  }
  if (action !== "set-kyc-level") return undefined;
  if (!first.includes("@")) return "Whose level? An e-mail address is missing.";
  if (!/^[0-2]$/.test(second)) return "Which level? 0, 1 or 2.";
  return reason === "" ? missingReason : { action, account: first, level: Number(second), reason };
}

type Renumbering = { readonly schema: string; readonly next: number; readonly isCompared: boolean };

function renumbering(wish: Renumbering & { reason: string; databaseUrl: string | undefined }): Order | string {
  const { schema, next, reason } = wish;
  if (!/^[a-z_]+$/.test(schema)) return "Whose outbox? The name of a module is missing, such as identity.";
  if (!Number.isSafeInteger(next) || next < 1)
    return "From which number on? The log of the outbox says what is expected.";
  if (reason === "") return "Why? A reason is missing.";
  return { action: "renumber", ...wish };
}

/** What the command line asks for, or the problem with it. */
export function readOrder(given: readonly string[]): Order | string {
  const { values, positionals } = parseArgs({
    args: [...given],
    options: {
      reason: { type: "string", default: "" },
      database: { type: "string" },
      compared: { type: "boolean", default: false },
      approver: { type: "string", default: "" },
      key: { type: "string", default: "" },
    },
    allowPositionals: true,
  });
  const [action, email = "", list = ""] = positionals;
  const databaseUrl = values.database;
  if (action === "list" || action === "audit" || action === "withdrawals") return { action, databaseUrl };
  const { approver, key: keyFile } = values;
  const of = withdrawalOrder(action, { approver, keyFile, reason: values.reason.trim(), first: email, second: list });
  if (of !== undefined) return typeof of === "string" ? of : { ...of, databaseUrl };
  if (action === "renumber")
    return renumbering({
      schema: email,
      next: Number(list),
      isCompared: values.compared,
      reason: values.reason.trim(),
      databaseUrl,
    });
  if (action !== "grant" && action !== "revoke") return "What is to be done?";
  const roles = list === "all" ? [...operatorRoles] : (list.split(",") as OperatorRole[]);
  const unknown = roles.find((role) => !operatorRoles.includes(role));
  if (!email.includes("@")) return "Whose roles? An e-mail address is missing.";
  if (unknown !== undefined) return `There is no role "${unknown}".`;
  if (values.reason.trim() === "") return "Why? A reason is missing.";
  return { action, email, roles, reason: values.reason.trim(), databaseUrl };
}
