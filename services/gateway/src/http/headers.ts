import { answerHeaders, type HeaderList, overHttps, pageHeaders } from "@tidemark/kit-node/http";
import type { FastifyReply } from "fastify";
import { type RobotSources, robotSourcesOf } from "./robot-sources.ts";

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

const pagePolicy = (scripts: string, { apiOrigins, fingerprintOrigins = [], robots }: Others): string[][] => [
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
];
// Our pages compile one small WebAssembly routine; no code is built from text.
const pages = (others: Others): HeaderList => pageHeaders(pagePolicy("'self' 'wasm-unsafe-eval'", others));
// The reference page writes its settings into an inline script. Production has no such page.
const reference = pageHeaders(pagePolicy("'self' 'unsafe-inline'", noOthers));

export type HeaderKind = "answer" | "page" | "signIn" | "reference";

export function headersFor(isProduction: boolean, others: Others): (kind: HeaderKind, reply: FastifyReply) => void {
  const extra = isProduction ? overHttps : {};
  const lists = {
    answer: { ...answerHeaders, ...extra },
    page: { ...pages({ ...others, robots: noOthers.robots }), ...extra },
    signIn: { ...pages(others), ...extra },
    reference: isProduction ? { ...answerHeaders, ...extra } : reference,
  };
  return (kind, reply) => void reply.headers(lists[kind]);
}
