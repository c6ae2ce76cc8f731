import { type Landing } from "@tidemark/contracts";
import type { FastifyInstance } from "fastify";
import { said, statusOf, unsaidRefusal } from "./envelope.ts";
import type { Limits } from "./limits.ts";

const fieldLengthMax = 2_000;

export type LandingsKit = {
  /** An origin, or empty where the pages are here. */
  readonly pageOrigin: string;
  readonly limits: Limits;
};

/** Leads from another site's form to a page of ours, always the same one, with what the page may know of the form behind the `#`. */
export function serveLandings(
  app: FastifyInstance,
  list: readonly Landing[],
  { pageOrigin, limits }: LandingsKit,
): void {
  if (pageOrigin !== "" && new URL(pageOrigin).origin !== pageOrigin)
    throw new Error(`PAGE_ORIGIN: ${pageOrigin} is not an origin`);
  for (const { path, to, fields } of list)
    app.post(path, { schema: { hide: true } }, async (request, reply) => {
      if (!limits.take(request.ip, "signIn", 1)) {
        const refused = unsaidRefusal("TOO_MANY_REQUESTS");
        return reply.code(statusOf(refused.code)).send(said(refused, request.headers));
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
