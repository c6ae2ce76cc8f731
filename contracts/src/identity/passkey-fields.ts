import { z } from "zod";

/** What a browser gives for a passkey, as `toJSON` of WebAuthn writes it; what we do not read is left out. */
const bytes = (lengthMax: number) => z.string().regex(new RegExp(`^[\\w-]{1,${lengthMax}}$`));
const credential = { id: bytes(1_400), rawId: bytes(1_400), type: z.literal("public-key") };
const attachment = z.enum(["platform", "cross-platform"]).optional();
const transports = z.enum(["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"]);

export const passkeyNew = z.object({
  ...credential,
  authenticatorAttachment: attachment,
  clientExtensionResults: z.object({}),
  response: z.object({
    clientDataJSON: bytes(4_000),
    attestationObject: bytes(16_000),
    transports: z.array(transports).max(8).optional(),
  }),
});
export type PasskeyNew = z.infer<typeof passkeyNew>;

export const passkeyAnswer = z.strictObject({
  ticket: z.string().regex(/^[\w-]{20,64}$/),
  response: z.object({
    ...credential,
    authenticatorAttachment: attachment,
    clientExtensionResults: z.object({}),
    response: z.object({
      clientDataJSON: bytes(4_000),
      authenticatorData: bytes(4_000),
      signature: bytes(2_000),
      userHandle: bytes(200).optional(),
    }),
  }),
});
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;
