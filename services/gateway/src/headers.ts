import type { FastifyReply } from "fastify";

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
const pagePolicy = (scripts: string, apiOrigins: readonly string[] = []): string =>
  [
    "default-src 'self'",
    `script-src ${scripts}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    ["connect-src 'self' ws: wss:", ...apiOrigins].join(" "),
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
// Our pages compile one small routine of their own; nothing is ever built from text.
const pages = (apiOrigins: readonly string[]): Record<string, string> => ({
  ...always,
  "content-security-policy": pagePolicy("'self' 'wasm-unsafe-eval'", apiOrigins),
});
// The reference page writes its settings into an inline script.
const reference = { ...always, "content-security-policy": pagePolicy("'self' 'unsafe-inline'") };

const overHttps = { "strict-transport-security": "max-age=31536000; includeSubDomains" };

export type HeaderKind = "answer" | "page" | "reference";

/** `apiOrigins`: where pages make their calls besides the host that they came from. */
export function headersFor(
  isProduction: boolean,
  apiOrigins: readonly string[],
): (kind: HeaderKind, reply: FastifyReply) => void {
  const extra = isProduction ? overHttps : {};
  const lists = {
    answer: { ...answers, ...extra },
    page: { ...pages(apiOrigins), ...extra },
    reference: { ...reference, ...extra },
  };
  return (kind, reply) => void reply.headers(lists[kind]);
}
