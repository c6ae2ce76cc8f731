import type { FastifyInstance } from "fastify";

class DuplicateKey extends Error {
  readonly statusCode = 400;
}

/** The end of the string that begins at `from`, behind its closing quote. */
function stringEnd(text: string, from: number): number {
  let at = from + 1;
  while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}

const isSpace = (char: string | undefined): boolean => char === " " || char === "\n" || char === "\r" || char === "\t";

/** Whether an object in a valid JSON text names one key twice, in whatever spelling. */
export function hasDuplicateKey(text: string): boolean {
  // The keys so far of each object around the place; a list has none.
  const around: (Set<string> | undefined)[] = [];
  for (let at = 0; at < text.length;) {
    const char = text[at];
    if (char === '"') {
      const end = stringEnd(text, at);
      let next = end;
      while (isSpace(text[next])) next += 1;
      if (text[next] === ":") {
        const key = JSON.parse(text.slice(at, end)) as string;
        const keys = around.at(-1);
        if (keys?.has(key) === true) return true;
        keys?.add(key);
      }
      at = next;
      continue;
    }
    if (char === "{") around.push(new Set());
    else if (char === "[") around.push(undefined);
    else if (char === "}" || char === "]") around.pop();
    at += 1;
  }
  return false;
}

/**
 * Reads JSON bodies and refuses those with duplicate keys: of two amounts the last one would count here, and perhaps the first one for
 * the client that checked or signed the request.
 */
export function readJsonStrictly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) => {
    let read: { readonly error: Error | null; readonly value: unknown } | undefined;
    void parse(request, body, (error, value) => (read = { error, value }));
    const error = read?.error ?? (hasDuplicateKey(body) ? new DuplicateKey("a key is given twice") : null);
    done(error, read?.value);
  });
}
