import { parseArgs } from "node:util";
import {
  operatorName,
  type OperatorRole,
  operatorRoles,
  type RefusalReason,
  refusalReasons,
  type VerificationPart,
  verificationParts,
} from "@tidemark/contracts";
import { readWalletOrder, walletUsage, type WalletOrder } from "./wallet-order.ts";

export const usage = `pnpm operator invite <name> <roles> --reason <why>     an operator of the console, or new roles and a new passkey of one: prints a link
                                                       that opens the console once, within 24 hours (--console <origin>)
                                                       roles, comma-separated: ${operatorRoles.join(", ")}; or all
pnpm operator grant  <name> <roles> --reason <why>     roles of an operator of the console, whose passkeys stay
pnpm operator revoke <name> <roles> --reason <why>
pnpm operator dismiss <name> --reason <why>            ends an operator at once and for good
pnpm operator list                                     operators and their roles
pnpm operator renumber <module> <next> --reason <why>  commands that wait in a module's outbox get numbers from <next> on;
                                                       operator.simulated: those of operators for the simulated exchange
                                                       (--compared: those below <next> are not in the journal)
pnpm operator withdrawals                              withdrawals that wait for operators, as the text that each of them signs
pnpm operator approve-withdrawal <id> <digest of its text> --approver <name> --key <file> --reason <why>
                                                       signs that text; the file holds an Ed25519 seed as 64 hex digits
pnpm operator sign-intent <file> --approver <name> --key <file>
                                                       signs the text of a withdrawal that the console shows, without a database; the
                                                       signature is brought to the console
pnpm operator reject-withdrawal <id> --reason <why>
pnpm operator approver-key --approver <name> --key <file>
                                                       the line of WITHDRAWAL_APPROVERS that belongs to a key
pnpm operator set-kyc-level <e-mail> <level> --reason <why>
                                                       verification level of an account: 0, 1 or 2
pnpm operator nicknames                                nicknames that wait for a review
pnpm operator accept-nickname <id> --reason <why>      pnpm operator reject-nickname <id> --reason <why>
pnpm operator set-verified-trader <e-mail> <on|off> --reason <why>
                                                       the label Verified Trader, for accounts whose identity is verified
pnpm operator verifications                            verifications of identity that wait for a review
pnpm operator view-verification <uid> <data|front|back|selfie> --out <file> --reason <why>
                                                       writes what was typed or a picture to a file; each look is a line of the audit log
pnpm operator approve-verification <uid> --reason <why>
pnpm operator refuse-verification <uid> <cause> --reason <why>
                                                       causes: ${refusalReasons.join(", ")}
${walletUsage}
pnpm operator audit                                    the audit log, and whether it is whole
  --database <url>   as the owner of the schema; else MIGRATION_URLS, else the database of pnpm dev`;

type Where = { readonly databaseUrl: string | undefined };
export type Order =
  | (Where & {
      readonly action: "list" | "audit" | "withdrawals" | "nicknames" | "verifications";
    })
  | (Where & WithdrawalOrder)
  | (Where & ProfileOrder)
  | (Where & KycOrder)
  | (Where & ConsoleOrder)
  | (Where & { readonly action: "wallet"; readonly wallet: WalletOrder })
  | (Where & {
      readonly action: "renumber";
      readonly schema: string;
      readonly next: number;
      readonly isCompared: boolean;
      readonly reason: string;
    });

/** What the command line asks of withdrawals and the accounts that withdraw. */
export type WithdrawalOrder =
  | { readonly action: "approver-key"; readonly approver: string; readonly keyFile: string }
  | { readonly action: "sign-intent"; readonly file: string; readonly approver: string; readonly keyFile: string }
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

/** What the command line asks of profiles. */
export type ProfileOrder =
  | { readonly action: "accept-nickname" | "reject-nickname"; readonly nickname: number; readonly reason: string }
  | {
      readonly action: "set-verified-trader";
      readonly trader: string;
      readonly isOn: boolean;
      readonly reason: string;
    };

/** What the command line asks of verifications. */
export type KycOrder =
  | {
      readonly action: "view-verification";
      readonly verified: number;
      readonly part: VerificationPart;
      readonly out: string;
      readonly reason: string;
    }
  | { readonly action: "approve-verification"; readonly verified: number; readonly reason: string }
  | {
      readonly action: "refuse-verification";
      readonly verified: number;
      readonly because: RefusalReason;
      readonly reason: string;
    };

/** What the command line asks of the console's operators. */
export type ConsoleOrder =
  | {
      readonly action: "invite";
      readonly operator: string;
      readonly roles: readonly OperatorRole[];
      /** Where the console is. */
      readonly console: string;
      readonly reason: string;
    }
  | {
      readonly action: "grant" | "revoke";
      readonly operator: string;
      readonly roles: readonly OperatorRole[];
      readonly reason: string;
    }
  | { readonly action: "dismiss"; readonly operator: string; readonly reason: string };

type Given = Readonly<Record<"approver" | "keyFile" | "reason" | "out" | "first" | "second", string>>;
const approverShape = /^[a-z0-9][a-z0-9._-]{0,39}$/;
const idShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const missingReason = "Why? A reason is missing.";

type Signing = "approver-key" | "approve-withdrawal" | "sign-intent";

function signing(action: Signing, given: Given): WithdrawalOrder | string {
  const { approver, keyFile, reason, first: id, second: digest } = given;
  if (!approverShape.test(approver)) return "Who approves? --approver is missing, the name in WITHDRAWAL_APPROVERS.";
  if (keyFile === "") return "By which key? --key is missing, the file that holds it.";
  if (action === "approver-key") return { action, approver, keyFile };
  if (action === "sign-intent")
    return id === "" ? "Which text? The file that holds it is missing." : { action, file: id, approver, keyFile };
  if (!idShape.test(id)) return "Which withdrawal? Its id is missing.";
  if (!/^[0-9a-f]{16}$/.test(digest))
    return "Which text? Its digest is missing: `pnpm operator withdrawals` prints both.";
  return reason === "" ? missingReason : { action, id, digest, approver, keyFile, reason };
}

/** Undefined where the action is none of withdrawals. */
function withdrawalOrder(action: string | undefined, given: Given): WithdrawalOrder | string | undefined {
  const { reason, first, second } = given;
  if (action === "approver-key" || action === "approve-withdrawal" || action === "sign-intent")
    return signing(action, given);
  if (action === "reject-withdrawal") {
    if (!idShape.test(first)) return "Which withdrawal? Its id is missing.";
    return reason === "" ? missingReason : { action, id: first, reason };
  }
  if (action !== "set-kyc-level") return undefined;
  if (!first.includes("@")) return "Whose level? An e-mail address is missing.";
  if (!/^[0-2]$/.test(second)) return "Which level? 0, 1 or 2.";
  return reason === "" ? missingReason : { action, account: first, level: Number(second), reason };
}

/** Undefined where the action is none of profiles. */
function profileOrder(action: string | undefined, { reason, first, second }: Given): ProfileOrder | string | undefined {
  if (action === "accept-nickname" || action === "reject-nickname") {
    if (!/^[1-9]\d{0,14}$/.test(first)) return "Which nickname? `pnpm operator nicknames` prints their ids.";
    return reason === "" ? missingReason : { action, nickname: Number(first), reason };
  }
  if (action !== "set-verified-trader") return undefined;
  if (!first.includes("@")) return "Whose label? An e-mail address is missing.";
  if (second !== "on" && second !== "off") return "Is the label on or off?";
  return reason === "" ? missingReason : { action, trader: first, isOn: second === "on", reason };
}

const kycActions = ["view-verification", "approve-verification", "refuse-verification"] as const;

/** Undefined where the action is none of verifications. */
function kycOrder(action: string | undefined, { reason, out, first, second }: Given): KycOrder | string | undefined {
  const known = kycActions.find((one) => one === action);
  if (known === undefined) return undefined;
  if (!/^[1-9]\d{0,14}$/.test(first)) return "Whose? `pnpm operator verifications` prints the uids.";
  const verified = Number(first);
  if (known === "view-verification") {
    const part = verificationParts.find((one) => one === second);
    if (part === undefined) return `Which part? ${verificationParts.join(", ")}.`;
    if (out === "") return "Where to? --out is missing, the file that it is written to.";
    return reason === "" ? missingReason : { action: known, verified, part, out, reason };
  }
  if (known === "approve-verification") return reason === "" ? missingReason : { action: known, verified, reason };
  const because = refusalReasons.find((one) => one === second);
  if (because === undefined) return `Which cause? ${refusalReasons.join(", ")}.`;
  return reason === "" ? missingReason : { action: known, verified, because, reason };
}

/** The roles of a comma-separated list, or the name that is none. */
function rolesIn(list: string): readonly OperatorRole[] | string {
  const roles = list === "all" ? [...operatorRoles] : (list.split(",") as OperatorRole[]);
  return roles.find((role) => !operatorRoles.includes(role)) ?? roles;
}

/** Undefined where the action is none of the console's operators. */
function consoleOrder(
  action: string | undefined,
  { reason, first, second }: Given,
  origin: string,
): ConsoleOrder | string | undefined {
  const known = (["invite", "grant", "revoke", "dismiss"] as const).find((one) => one === action);
  if (known === undefined) return undefined;
  if (!operatorName.safeParse(first).success)
    return "Whom? A name of 2 to 40 lower-case letters and digits is missing.";
  if (reason === "") return missingReason;
  if (known === "dismiss") return { action: known, operator: first, reason };
  const roles = rolesIn(second);
  if (typeof roles === "string") return `There is no role "${roles}".`;
  if (known !== "invite") return { action: known, operator: first, roles, reason };
  if (URL.parse(origin)?.origin !== origin) return "Where is the console? --console is not an origin.";
  return { action: known, operator: first, roles, console: origin, reason };
}

type Renumbering = { readonly schema: string; readonly next: number; readonly isCompared: boolean };

function renumbering(wish: Renumbering & { reason: string; databaseUrl: string | undefined }): Order | string {
  const { schema, next, reason } = wish;
  if (!/^[a-z_]+(?:[.]simulated)?$/.test(schema))
    return "Whose outbox? The name of a module is missing, such as identity, or operator.simulated for the simulated exchange.";
  if (!Number.isSafeInteger(next) || next < 1)
    return "From which number on? The log of the outbox says what is expected.";
  if (reason === "") return "Why? A reason is missing.";
  return { action: "renumber", ...wish };
}

const lists = ["list", "audit", "withdrawals", "nicknames", "verifications"] as const;

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
      out: { type: "string", default: "" },
      console: { type: "string", default: process.env.CONSOLE_ORIGIN ?? "http://localhost:8095" },
    },
    allowPositionals: true,
  });
  const [action, email = "", list = ""] = positionals;
  const databaseUrl = values.database;
  const plain = lists.find((one) => one === action);
  if (plain !== undefined) return { action: plain, databaseUrl };
  const { approver, key: keyFile, out } = values;
  const read = { approver, keyFile, out, reason: values.reason.trim(), first: email, second: list };
  const wallet = readWalletOrder(action, read);
  if (wallet !== undefined) return typeof wallet === "string" ? wallet : { action: "wallet", wallet, databaseUrl };
  const of =
    withdrawalOrder(action, read) ??
    profileOrder(action, read) ??
    kycOrder(action, read) ??
    consoleOrder(action, read, values.console);
  if (of !== undefined) return typeof of === "string" ? of : { ...of, databaseUrl };
  if (action === "renumber")
    return renumbering({
      schema: email,
      next: Number(list),
      isCompared: values.compared,
      reason: values.reason.trim(),
      databaseUrl,
    });
  return "What is to be done?";
}
