import { parseArgs } from "node:util";
import { type OperatorRole, operatorRoles } from "@tidemark/contracts";

export const usage = `pnpm operator grant  <e-mail> <roles> --reason <why>   roles, comma-separated: ${operatorRoles.join(", ")}; or all
pnpm operator revoke <e-mail> <roles> --reason <why>
pnpm operator renumber <module> <next> --reason <why>  commands that wait in a module's outbox get numbers from <next> on
                                                       (--compared: those below <next> are not in the journal)
pnpm operator list                                     operators and their roles
pnpm operator audit                                    the audit log, and whether it is whole
  --database <url>   as the owner of the schema; else MIGRATION_URLS, else the database of pnpm dev`;

type Where = { readonly databaseUrl: string | undefined };
export type Order =
  | (Where & { readonly action: "list" | "audit" })
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
    },
    allowPositionals: true,
  });
  const [action, email = "", list = ""] = positionals;
  const databaseUrl = values.database;
  if (action === "list" || action === "audit") return { action, databaseUrl };
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
