import swagger from "@fastify/swagger";
import scalar from "@scalar/fastify-api-reference";
import { type Call, refusals, requirementsOf } from "@tidemark/contracts";
import type { FastifyInstance, FastifyRequest, FastifySchema } from "fastify";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import { z } from "zod";

const envelopeShape = (answer: z.ZodType): z.ZodType =>
  z.object({ code: z.number().int(), message: z.string(), data: answer, stale: z.literal(true).optional() });

/** Path parameters are documented as such, the other fields as query. */
function fieldsOfAddress({ path, ask }: Call): FastifySchema {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  if (inPath.length === 0 || !(ask instanceof z.ZodObject)) return { querystring: ask };
  const mask = Object.fromEntries(inPath.map((name) => [name, true])) as never;
  return { params: ask.pick(mask), querystring: ask.omit(mask) };
}

function callerOf(call: Call): string {
  return requirementsOf(call).who === "signed in" ? "Needs a session." : "Needs no session.";
}

/** The route's schema for the reference. The handler checks with the call's own schema, which is the same. */
export function schemaOf(call: Call): FastifySchema {
  const codes = call.refusals.map((name) => `${refusals[name].code} ${name}`);
  return {
    operationId: call.name,
    summary: call.name,
    tags: [call.name.split(".")[0]!],
    description: [callerOf(call), codes.length === 0 ? "" : `Refusals: ${codes.join(", ")}.`].join(" "),
    ...(call.path.startsWith("GET ") ? fieldsOfAddress(call) : { body: call.ask }),
    response: { 200: call.shape === "envelope" ? envelopeShape(call.answer) : call.answer },
  };
}

/** The page's script is a third party's and writes inline scripts: it is for development, never on the origin that has people's sessions. */
export const referencePage = "/docs";

/** OpenAPI 3.1 at /openapi.json and, with `hasPage`, its page, from the schemas of the calls. */
export async function serveReference(
  app: FastifyInstance,
  hasPage: boolean,
  mayRead: (request: FastifyRequest) => boolean,
): Promise<void> {
  await app.register(swagger, {
    openapi: { openapi: "3.1.0", info: { title: "Tidemark", version: "0.1.0" } },
    transform: jsonSchemaTransform,
  });
  // Route schemas only describe: handlers check, and answers are plain JSON. Serialising by schema would double the cost of an order.
  app.setValidatorCompiler(() => (value) => ({ value }));
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  if (hasPage) await app.register(scalar, { routePrefix: referencePage, configuration: { url: "/openapi.json" } });
  // A large document about a catalogue that does not change while the process runs: it is made once.
  let made: string | undefined;
  app.get("/openapi.json", { schema: { hide: true } }, async (request, reply) => {
    if (!mayRead(request)) return reply.code(429).send("");
    made ??= JSON.stringify(app.swagger());
    return reply.type("application/json").send(made);
  });
}
