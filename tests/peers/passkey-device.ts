import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type { PasskeyAnswer, PasskeyNew } from "@tidemark/contracts";

/** The options of a page that a device reads. */
type Options = { readonly challenge: string };
/** The origin and flags that the device claims; a thief's may claim anything. */
export type Manner = {
  readonly origin: string;
  readonly rpId: string;
  readonly isVerified?: boolean;
  readonly counter?: number;
  readonly type?: string;
};
export type Device = {
  readonly id: string;
  make(options: Options, manner: Manner): PasskeyNew;
  answer(ticket: string, options: Options, manner: Manner, userHandle?: string): PasskeyAnswer;
};

const isPresent = 0x01;
const isVerifiedFlag = 0x04;
const hasKey = 0x40;

const text = (value: string): Buffer => Buffer.concat([Buffer.of(0x60 | value.length), Buffer.from(value)]);
const bytes = (value: Buffer): Buffer =>
  Buffer.concat([
    value.length < 256 ? Buffer.of(0x58, value.length) : Buffer.of(0x59, value.length >> 8, value.length & 255),
    value,
  ]);

/** The public key as COSE: a point of the curve, for ES256. */
function coseOf(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: "jwk" }) as { x: string; y: string };
  const [px, py] = [x, y].map((part) => bytes(Buffer.from(part, "base64url"))) as [Buffer, Buffer];
  return Buffer.concat([Buffer.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21), px, Buffer.of(0x22), py]);
}

const hashOf = (value: string | Buffer): Buffer => createHash("sha256").update(value).digest();

function dataOf({ rpId, isVerified = true, counter = 0 }: Manner, key = Buffer.alloc(0)): Buffer {
  const flags = isPresent | (isVerified ? isVerifiedFlag : 0) | (key.length > 0 ? hasKey : 0);
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([hashOf(rpId), Buffer.of(flags), count, key]);
}

const clientOf = (type: string, { challenge }: Options, { origin }: Manner): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

/**
 * A dishonest authenticator: it follows the protocol and claims what a test sets. Chromium's own, in tests/e2e, shows that honest ones are
 * accepted; this one shows what is refused.
 */
export function passkeyDevice(): Device {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(24);
  const named = { id: id.toString("base64url"), rawId: id.toString("base64url"), type: "public-key" as const };
  return {
    id: named.id,
    make(options, manner) {
      const length = Buffer.of(id.length >> 8, id.length & 255);
      const data = dataOf(manner, Buffer.concat([Buffer.alloc(16), length, id, coseOf(publicKey)]));
      const attestation = Buffer.concat([
        Buffer.of(0xa3),
        text("fmt"),
        text("none"),
        text("attStmt"),
        Buffer.of(0xa0),
        text("authData"),
        bytes(data),
      ]);
      return {
        ...named,
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientOf(manner.type ?? "webauthn.create", options, manner).toString("base64url"),
          attestationObject: attestation.toString("base64url"),
          transports: ["internal"],
        },
      };
    },
    answer(ticket, options, manner, userHandle) {
      const client = clientOf(manner.type ?? "webauthn.get", options, manner);
      const data = dataOf(manner);
      const signature = sign("sha256", Buffer.concat([data, hashOf(client)]), privateKey);
      return {
        ticket,
        response: {
          ...named,
          clientExtensionResults: {},
          response: {
            clientDataJSON: client.toString("base64url"),
            authenticatorData: data.toString("base64url"),
            signature: signature.toString("base64url"),
            ...(userHandle === undefined ? {} : { userHandle }),
          },
        },
      };
    },
  };
}
