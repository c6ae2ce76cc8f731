import { type Call, requestHeaders } from "@tidemark/contracts";
import type { Random } from "@tidemark/engine/sim";
import { proofOf, type Sender } from "../../load/pipeline.ts";
import { type RawRequest } from "../../load/raw-connection.ts";

/** A part of the schema of an ask, as the gateway's reference has it. */
export type Schema = {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly default?: unknown;
};

const texts = ["ETH/USDT", "BTCUSDT-PERP", "USDT", "1", "0.01", "100", "alice@tidemark.test", "Harbour-Lamp-26", "a"];

/** Something that the schema may well accept. */
function sample(random: Random, schema: Schema, depth = 0): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return random.pick(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return sample(random, random.pick(choices), depth + 1);
  if (schema.default !== undefined && random.chance(2)) return schema.default;
  if (schema.properties !== undefined && depth < 6)
    return Object.fromEntries(
      Object.entries(schema.properties)
        .filter(() => !random.chance(5))
        .map(([name, part]) => [name, sample(random, part, depth + 1)]),
    );
  if (schema.type === "array") return [sample(random, schema.items ?? {}, depth + 1)];
  if (schema.type === "boolean") return random.chance(2);
  if (schema.type === "integer" || schema.type === "number") return (schema.minimum ?? 0) + random.below(20);
  return random.pick(texts);
}

const deep = (levels: number, open: string, close: string): string => open.repeat(levels) + close.repeat(levels);

const hostile: readonly unknown[] = [
  null,
  true,
  "",
  " ",
  "\u0000",
  "\ud800",
  "０１",
  "‮",
  "a".repeat(5_000),
  "9".repeat(400),
  "-0",
  "1e309",
  "0x10",
  "NaN",
  -1,
  0.1,
  1e308,
  2 ** 53,
  2 ** 63,
  -(2 ** 31),
  [],
  {},
  [[4]],
  { toString: 1 },
  { $gt: "" },
  "'; drop table x --",
  "../../etc/passwd",
  "${7*7}",
  { constructor: { prototype: { polluted: 1 } } },
  Array.from({ length: 2_000 }, () => 0),
];

function mutated(random: Random, ask: unknown): unknown {
  if (typeof ask !== "object" || ask === null || random.chance(12)) return random.pick(hostile);
  const entries = Object.entries(ask);
  for (let left = 1 + random.below(3); left > 0; left -= 1) {
    const at = random.below(entries.length + 1);
    if (at === entries.length)
      entries.push([random.pick(["x", "__proto__", "uid", "auth", "0", ""]), random.pick(hostile)]);
    else if (random.chance(4)) entries.splice(at, 1);
    else entries[at] = [entries[at]![0], random.pick(hostile)];
  }
  return Object.fromEntries(entries);
}

/** The body as JSON, sometimes as no serialiser would write it. */
function jsonOf(random: Random, ask: unknown): string {
  const text = JSON.stringify(ask) ?? "null";
  switch (random.below(14)) {
    case 0:
      return text.slice(0, random.below(text.length + 1));
    case 1:
      return text.replace("{", '{"symbol":"a","symbol":"b",');
    case 2:
      return deep(2_000, "[", "]");
    case 3:
      return deep(2_000, '{"a":', "}");
    case 4:
      return text.replace(/\d+/, "9".repeat(400));
    case 5:
      return `\ufeff${text}`;
    case 6:
      return text.replace("{", '{"__proto__":{"x":1},');
    case 7:
      return "x".repeat(70_000);
    default:
      return text;
  }
}

const formOf = (ask: unknown): string => {
  const fields = typeof ask === "object" && ask !== null ? Object.entries(ask) : [["x", ask] as const];
  return fields
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(toWellFormed(value))}`)
    .join("&");
};
const toWellFormed = (value: unknown): string =>
  (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).toWellFormed();

function partsOf(random: Random, ask: unknown): string {
  const fields = typeof ask === "object" && ask !== null ? Object.entries(ask) : [];
  const parts = fields.map(
    ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${toWellFormed(value)}\r\n`,
  );
  const file =
    '--x\r\nContent-Disposition: form-data; name="f"; filename="../x"\r\nContent-Type: a/b\r\n\r\n\u0001\r\n';
  const text = `${parts.join("")}${random.chance(4) ? file : ""}--x--\r\n`;
  return random.chance(3) ? text.slice(0, random.below(text.length)) : text;
}

type Body = { readonly type: string; readonly body: string };
function bodyOf(random: Random, ask: unknown): Body {
  switch (random.below(8)) {
    case 0:
      return { type: "multipart/form-data; boundary=x", body: partsOf(random, ask) };
    case 1:
      return { type: "application/x-www-form-urlencoded", body: formOf(ask) };
    case 2:
      return {
        type: random.pick(["text/plain", "", "application/xml", "multipart/form-data", "a"]),
        body: formOf(ask),
      };
    case 3:
      return { type: `application/json; charset=${random.pick(["utf-16", "x", "latin1"])}`, body: jsonOf(random, ask) };
    default:
      return { type: "application/json", body: jsonOf(random, ask) };
  }
}

/** Headers that say something strange; mostly none. */
function oddHeaders(random: Random, hasBody: boolean): Record<string, string> {
  if (!random.chance(4)) return {};
  const long = "a".repeat(3_000);
  return random.pick<Record<string, string>>([
    { [requestHeaders.clientData]: random.pick(["{", "[]", long, '{"deviceId":{}}', "null"]) },
    { lang: long },
    { site: "-1" },
    { "min-seq": random.pick([long, "a:1", "::::", `x:${"9".repeat(15)}`]) },
    { Origin: random.pick(["null", "http://evil.example", "file://"]) },
    { Authorization: random.pick(["Bearer ", `Bearer ${long}`, "Basic x"]) },
    { "Content-Encoding": random.pick(["gzip", "br", "x"]) },
    { Expect: "100-continue" },
    // Without a body the server would wait for one until its time is over.
    hasBody ? { "Transfer-Encoding": random.pick(["chunked", "gzip, chunked"]) } : {},
    { "X-Forwarded-For": "1.2.3.4, ::1, x" },
    { Range: "bytes=0-1" },
    { Cookie: long },
  ]);
}

/** One request of a route, nearly right in most of its parts. */
export function fuzzedRequest(
  random: Random,
  call: Pick<Call, "path">,
  schema: Schema,
  sender: Sender | undefined,
): RawRequest {
  const [named, pattern] = call.path.split(" ") as [string, string];
  const method = random.chance(20)
    ? random.pick(["PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "GET", "POST", "TRACE", "X"])
    : named;
  const right = sample(random, schema);
  const ask = random.chance(5) ? right : mutated(random, right);
  const path = pattern.replaceAll(/\{\w+\}/g, () =>
    encodeURIComponent(toWellFormed(random.pick([...texts, ...hostile])).slice(0, 200)),
  );
  const proof = sender === undefined ? undefined : proofOf(sender.key, path);
  const query = [
    ...(proof === undefined ? [] : [`auth=${random.chance(30) ? "x" : proof.auth}`]),
    ...(named === "GET" ? [formOf(ask).slice(0, 6_000)] : []),
    ...(random.chance(20) ? [random.pick(["%", "%00", "a[]=1&a[]=2", "a=1&a=2", "%ff=%fe", "__proto__[x]=1"])] : []),
  ].join("&");
  const body = method === "GET" || method === "HEAD" ? undefined : bodyOf(random, ask);
  return {
    method,
    path: query === "" ? path : `${path}?${query}`,
    headers: {
      Connection: "close",
      [requestHeaders.clientData]: '{"deviceId":"load","uuid":"load","clientType":0}',
      ...(proof === undefined ? {} : { [requestHeaders.botMark]: proof.mark }),
      ...(sender === undefined ? {} : { Cookie: sender.cookie }),
      ...(body === undefined ? {} : { "Content-Type": body.type }),
      ...oddHeaders(random, body !== undefined),
    },
    ...(body === undefined ? {} : { body: body.body }),
  };
}
