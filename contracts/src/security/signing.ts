/**
 * Signatures of API-key requests. The signed text is the time, the nonce, the method and the path with its query, each with a newline, and
 * then the raw body.
 */
export const apiKeyHeaders = { key: "tm-key", time: "tm-time", nonce: "tm-nonce", sign: "tm-sign" } as const;

/** Allowed clock difference of an API-key client. Nonces are remembered for longer than a request can be replayed. */
export const apiKeyClockMaxMs = 5_000;
export const apiKeyNonceMemoryMs: number = 4 * apiKeyClockMaxMs;

export const permissions = ["READ", "TRADE", "WITHDRAW"] as const;
export type Permission = (typeof permissions)[number];
export const apiKeyKinds = ["HMAC_SHA256", "ED25519"] as const;
export type ApiKeyKind = (typeof apiKeyKinds)[number];

export type ApiKeyProof = {
  readonly key: string;
  readonly time: number;
  readonly nonce: string;
  readonly signature: string;
};

export const apiKeyMessage = (
  { time, nonce }: Pick<ApiKeyProof, "time" | "nonce">,
  method: string,
  pathAndQuery: string,
): string => `${time}\n${nonce}\n${method}\n${pathAndQuery}\n`;

const shapes = {
  key: /^[\w-]{32}$/,
  time: /^\d{12,15}$/,
  nonce: /^[\w-]{8,40}$/,
  /** Base64 in either alphabet: 32 bytes of HMAC-SHA256 or 64 of Ed25519. */
  sign: /^[\w+/-]{43,86}={0,2}$/,
} as const;

/** Undefined where a header is missing or not as it should be. */
export function readApiKeyProof(headers: Readonly<Record<string, unknown>>): ApiKeyProof | undefined {
  const read = (name: keyof typeof apiKeyHeaders): string | undefined => {
    const text = headers[apiKeyHeaders[name]];
    return typeof text === "string" && shapes[name].test(text) ? text : undefined;
  };
  const [key, time, nonce, signature] = [read("key"), read("time"), read("nonce"), read("sign")];
  if (key === undefined || time === undefined || nonce === undefined || signature === undefined) return undefined;
  return { key, time: Number(time), nonce, signature };
}
