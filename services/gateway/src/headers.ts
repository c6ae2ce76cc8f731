import type { FastifyReply } from "fastify";
import { type RobotSources, robotSourcesOf } from "./robot-sources.ts";

/**
 * The protective headers of helmet as fixed lists: the plugin builds its middleware anew for every request, which costs more than the
 * rest of an order's way through the gateway.
 */
const always: Record<string, string> = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-site",
};
const answers: Record<string, string> = {
  ...always,
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cache-control": "no-store",
};
type Others = { readonly apiOrigins: readonly string[]; readonly robots: RobotSources };
const nobody: Others = { apiOrigins: [], robots: robotSourcesOf("altcha", "") };

const socketOf = (origin: string): string => origin.replace(/^http/, "ws");

const pagePolicy = (scripts: string, { apiOrigins, robots }: Others): string =>
  [
    ["default-src 'self'"],
    [`script-src ${scripts}`, ...robots.scripts],
    ["style-src 'self' 'unsafe-inline'", ...robots.styles],
    ["img-src 'self' data: blob:", ...robots.images],
    ["font-src 'self' data:"],
    // A page's own host includes its socket.
    ["connect-src 'self'", ...apiOrigins, ...apiOrigins.map(socketOf), ...robots.calls],
    ["frame-src 'self'", ...robots.frames],
    ["object-src 'none'"],
    ["base-uri 'none'"],
    ["form-action 'self'"],
    ["frame-ancestors 'none'"],
  ]
    .map((sources) => sources.join(" "))
    .join("; ");
// Our pages compile one small routine of their own; nothing is ever built from text.
const pages = (others: Others): Record<string, string> => ({
  ...always,
  "content-security-policy": pagePolicy("'self' 'wasm-unsafe-eval'", others),
});
// The reference page writes its settings into an inline script.
const reference = { ...always, "content-security-policy": pagePolicy("'self' 'unsafe-inline'", nobody) };

const overHttps = { "strict-transport-security": "max-age=31536000; includeSubDomains" };

export type HeaderKind = "answer" | "page" | "door" | "reference";

/** `apiOrigins`: where pages make their calls besides the host that they came from. `robots`: what the doors among them run besides. */
export function headersFor(isProduction: boolean, others: Others): (kind: HeaderKind, reply: FastifyReply) => void {
  const extra = isProduction ? overHttps : {};
  const lists = {
    answer: { ...answers, ...extra },
    page: { ...pages({ ...nobody, apiOrigins: others.apiOrigins }), ...extra },
    door: { ...pages(others), ...extra },
    reference: { ...reference, ...extra },
  };
  return (kind, reply) => void reply.headers(lists[kind]);
}
