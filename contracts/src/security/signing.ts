/**
 * How programs sign: by a key of an account instead of a session. The text that is signed is the time, the nonce, the method, the path with
 * its query, each with a line's end, and then the body's bytes as they are.
 */
export const programHeaders = { key: "tm-key", time: "tm-time", nonce: "tm-nonce", sign: "tm-sign" } as const;

/** How far a program's clock may be from ours. Nonces are remembered for longer than such a request could come again. */
export const programClockMaxMs = 5_000;
export const programNonceMemoryMs: number = 4 * programClockMaxMs;

export const permissions = ["READ", "TRADE", "WITHDRAW"] as const;
export type Permission = (typeof permissions)[number];
export const apiKeyKinds = ["HMAC_SHA256", "ED25519"] as const;
export type ApiKeyKind = (typeof apiKeyKinds)[number];

export type ProgramProof = {
  readonly key: string;
  readonly time: number;
  readonly nonce: string;
  readonly signature: string;
};

export const programMessage = (
  { time, nonce }: Pick<ProgramProof, "time" | "nonce">,
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
export function readProgramProof(headers: Readonly<Record<string, unknown>>): ProgramProof | undefined {
  const read = (name: keyof typeof programHeaders): string | undefined => {
    const text = headers[programHeaders[name]];
    return typeof text === "string" && shapes[name].test(text) ? text : undefined;
  };
  const [key, time, nonce, signature] = [read("key"), read("time"), read("nonce"), read("sign")];
  if (key === undefined || time === undefined || nonce === undefined || signature === undefined) return undefined;
  return { key, time: Number(time), nonce, signature };
}
