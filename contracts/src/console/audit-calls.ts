import { z } from "zod";
import { defineCall } from "../define.ts";
import { inSession } from "../operator/roles.ts";
import { ofConsole } from "./console-calls.ts";

const at = z.number().int();

/** One line of the audit log, as every operator sees it. */
const auditRow = z.object({
  number: z.number().int(),
  at,
  /** 0: a person at the command line, whom `origin` names, or a process. */
  operator: z.number().int(),
  /** Of the console's operator; empty for all others. */
  name: z.string(),
  origin: z.string(),
  action: z.string(),
  subject: z.string(),
  reason: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  hash: z.string(),
});
export type AuditRow = z.infer<typeof auditRow>;

/** The newest lines first, and whether the chain is whole: each line's hash covers the line before. */
export const auditList = defineCall({
  ...ofConsole,
  operator: inSession("any"),
  name: "console.audit",
  path: "GET /console/audit",
  ask: z.strictObject({
    /** Lines of one operator, one action, one subject. */
    operator: z.number().int().min(0).optional(),
    action: z.string().max(40).optional(),
    subject: z.string().max(100).optional(),
    /** Lines with lower numbers: the `next` of the page before. */
    before: z.number().int().min(1).optional(),
    pageSize: z.number().int().min(1).max(200).default(50),
  }),
  answer: z.object({
    list: z.array(auditRow),
    /** Of the last row, where there are more. */
    next: z.number().int().nullable(),
    /** Lines of the whole log; the first that is not as it was written, or null. */
    total: z.number().int(),
    brokenAt: z.number().int().nullable(),
    /** Every action that the log has: what can be filtered by. */
    actions: z.array(z.string()),
  }),
  refusals: ["LOGIN_INVALID", "BUSY"],
});
