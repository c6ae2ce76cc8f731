/**
 * The request proof that travels as `auth` in every address: when, a number used once, and a keyed hash that binds both to the method,
 * the path and the device. It opens no account; it shows that the request was made by a page that could read our answers.
 */
export type Proof = { readonly time: number; readonly nonce: string; readonly mac: string };

export const proofClockMaxMs: number = 5 * 60_000;
export const proofNonceMemoryMs: number = 10 * 60_000;
/** Bytes of the keyed hash that travel. */
export const proofMacBytes = 16;

/** The headers of the spec by one name each; both ends read this list. */
export const requestHeaders = {
  site: "site",
  lang: "lang",
  timezone: "timezone",
  clientData: "client-data",
  deviceInfo: "device-info",
  fingerprint: "fingerprint-token",
  botMark: "bot-mark",
  uid: "uid",
} as const;

/** The answer's header that brings the key to sign with. */
export const proofKeyHeader = "proof-key";

/** What the client says about itself; type 0 is the web. */
export type ClientData = { readonly deviceId: string; readonly uuid: string; readonly clientType: 0 | 1 };

export function readClientData(text: unknown): ClientData | undefined {
  if (typeof text !== "string" || text.length > 300) return undefined;
  try {
    const { deviceId, uuid, clientType } = JSON.parse(text) as Partial<ClientData>;
    const isWhole = typeof deviceId === "string" && typeof uuid === "string" && /^[\w-]{1,64}$/.test(deviceId);
    return isWhole ? { deviceId, uuid, clientType: clientType === 1 ? 1 : 0 } : undefined;
  } catch {
    return undefined;
  }
}

export const proofMessage = (
  proof: Pick<Proof, "time" | "nonce">,
  method: string,
  path: string,
  deviceId: string,
): string => `${proof.time}\n${proof.nonce}\n${method}\n${path}\n${deviceId}`;

export const proofText = ({ time, nonce, mac }: Proof): string => `${time}.${nonce}.${mac}`;

const proofShape = /^(\d{12,15})\.([\w-]{8,32})\.([\w-]{22})$/;

export function readProof(auth: unknown): Proof | undefined {
  const parts = typeof auth === "string" ? proofShape.exec(auth) : null;
  return parts === null ? undefined : { time: Number(parts[1]), nonce: parts[2]!, mac: parts[3]! };
}
