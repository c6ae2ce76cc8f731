import { type FormCallback } from "@tidemark/contracts";
import { rateLimitKey, type RateLimits } from "@tidemark/kit-node";
import type { FastifyInstance } from "fastify";
import { renderReply, statusOf, replyOfRefusal } from "@tidemark/kit-node/http";

const fieldLengthMax = 2_000;

export type FormCallbackDeps = {
  /** An origin, or empty where the gateway serves the pages. */
  readonly pageOrigin: string;
  readonly limits: RateLimits;
};

/** Redirects a form post of another site to a fixed page of ours, with the listed fields in the URL fragment. */
export function serveFormCallbacks(
  app: FastifyInstance,
  list: readonly FormCallback[],
  { pageOrigin, limits }: FormCallbackDeps,
): void {
  if (pageOrigin !== "" && new URL(pageOrigin).origin !== pageOrigin)
    throw new Error(`PAGE_ORIGIN: ${pageOrigin} is not an origin`);
  for (const { path, to, fields } of list)
    app.post(path, { schema: { hide: true } }, async (request, reply) => {
      if (!limits.take(rateLimitKey(request.ip), "signIn", 1)) {
        const refused = replyOfRefusal("TOO_MANY_REQUESTS");
        return reply.code(statusOf(refused.code)).send(renderReply(refused, request.headers));
      }
      const form = (request.body ?? {}) as Record<string, unknown>;
      const kept = new URLSearchParams();
      for (const name of fields) {
        const value = form[name];
        if (typeof value === "string" && value !== "" && value.length <= fieldLengthMax) kept.set(name, value);
      }
      return reply.redirect(`${pageOrigin}${to}#${kept.toString()}`, 303);
    });
}
