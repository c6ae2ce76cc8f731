import type { FastifyInstance, FastifyRequest } from "fastify";

const limits = { fields: 50, nameBytes: 64, valueBytes: 4_096 } as const;

const refusal = (problem: string): Error => Object.assign(new Error(problem), { statusCode: 400 });

/** The fields of a multipart form. It is read as a whole: parsers of streams have left an error without a listener, which ends a process. */
async function fieldsOfForm(body: Buffer, type: string): Promise<Record<string, string>> {
  const form = await new Response(Uint8Array.from(body), { headers: { "content-type": type } })
    .formData()
    .catch(() => Promise.reject(refusal("no multipart form")));
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  let count = 0;
  for (const [name, value] of form) {
    count += 1;
    if (typeof value !== "string") throw refusal("a file");
    if (name === "__proto__" || Object.hasOwn(fields, name)) throw refusal("a forbidden or repeated name");
    if (count > limits.fields || Buffer.byteLength(name) > limits.nameBytes)
      throw refusal("too many or too long names");
    if (Buffer.byteLength(value) > limits.valueBytes) throw refusal("too long a value");
    fields[name] = value;
  }
  return { ...fields };
}

/** A form that does not fit is refused as a fault of its sender. */
export function readMultipartForms(app: FastifyInstance): void {
  app.addContentTypeParser<Buffer>(
    "multipart/form-data",
    { parseAs: "buffer" },
    async (request: FastifyRequest, body: Buffer) => fieldsOfForm(body, request.headers["content-type"] ?? ""),
  );
}
