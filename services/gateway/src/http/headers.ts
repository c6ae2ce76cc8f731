import type { FastifyReply } from "fastify";
import { type RobotSources, robotSourcesOf } from "./robot-sources.ts";

/**
 * Helmet's headers as fixed lists: the plugin builds its middleware per request, which costs more than the rest of an order in the gateway.
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
type Others = {
  /** Hosts that pages may call besides their own. */
  readonly apiOrigins: readonly string[];
  /** Where a fingerprint provider's script comes from and whom it calls. */
  readonly fingerprintOrigins?: readonly string[];
  /** What sign-in pages may load from robot-check providers. */
  readonly robots: RobotSources;
};
const noOthers: Others = { apiOrigins: [], robots: robotSourcesOf("altcha", "") };

const socketOf = (origin: string): string => origin.replace(/^http/, "ws");

const pagePolicy = (scripts: string, { apiOrigins, fingerprintOrigins = [], robots }: Others): string =>
  [
    ["default-src 'self'"],
    [`script-src ${scripts}`, ...fingerprintOrigins, ...robots.scripts],
    ["style-src 'self' 'unsafe-inline'", ...robots.styles],
    ["img-src 'self' data: blob:", ...robots.images],
    ["font-src 'self' data:"],
    // 'self' includes the page's own socket.
    ["connect-src 'self'", ...apiOrigins, ...apiOrigins.map(socketOf), ...fingerprintOrigins, ...robots.calls],
    ["frame-src 'self'", ...robots.frames],
    ["object-src 'none'"],
    ["base-uri 'none'"],
    ["form-action 'self'"],
    ["frame-ancestors 'none'"],
  ]
    .map((sources) => sources.join(" "))
    .join("; ");
// Our pages compile one small WebAssembly routine; no code is built from text.
const pages = (others: Others): Record<string, string> => ({
  ...always,
  "content-security-policy": pagePolicy("'self' 'wasm-unsafe-eval'", others),
});
// The reference page writes its settings into an inline script. Production has no such page.
const reference = { ...always, "content-security-policy": pagePolicy("'self' 'unsafe-inline'", noOthers) };

const overHttps = { "strict-transport-security": "max-age=31536000; includeSubDomains" };

export type HeaderKind = "answer" | "page" | "signIn" | "reference";

export function headersFor(isProduction: boolean, others: Others): (kind: HeaderKind, reply: FastifyReply) => void {
  const extra = isProduction ? overHttps : {};
  const lists = {
    answer: { ...answers, ...extra },
    page: { ...pages({ ...others, robots: noOthers.robots }), ...extra },
    signIn: { ...pages(others), ...extra },
    reference: isProduction ? { ...answers, ...extra } : reference,
  };
  return (kind, reply) => void reply.headers(lists[kind]);
}
