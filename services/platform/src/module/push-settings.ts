import { createECDH } from "node:crypto";
import { modeSetting, text } from "@tidemark/kit-node";

/** Settings of pushes to browsers. */
export const pushSettings = {
  ...modeSetting,
  /**
   * Private key that pushes are signed with (VAPID, P-256): 43 characters of base64url. Never changed: browsers are subscribed to its public
   * key. Without it no pushes are offered.
   */
  PUSH_PRIVATE_KEY: text({ default: "" }),
  /** Whom a push service turns to: mailto:name@host, or an https address. */
  PUSH_CONTACT: text({ default: "" }),
  /** Hosts of push services, comma-separated; `*.` stands for any name in front. Browsers name the address, so no others are ever called. */
  PUSH_HOSTS: text({
    default: "fcm.googleapis.com,updates.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com",
  }),
  /** Development only: the address of a push service of this machine. */
  PUSH_PEER_URL: text({ default: "" }),
} as const;

export type PushConfig = {
  readonly [K in keyof typeof pushSettings]: ReturnType<(typeof pushSettings)[K]["read"]>;
};

/** The public key of a private one, both in base64url. */
export function publicKeyOf(privateKey: string): string {
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(privateKey, "base64url");
  return pair.getPublicKey("base64url");
}

/** Incomplete settings stop the start; otherwise only users who turn pushes on would notice. */
export function checkPush(read: PushConfig): void {
  if (read.PUSH_PEER_URL !== "" && read.TIDEMARK_MODE === "production")
    throw new Error("PUSH_PEER_URL is for development only");
  if (read.PUSH_PRIVATE_KEY === "") return;
  if (!/^[\w-]{43}$/.test(read.PUSH_PRIVATE_KEY)) throw new Error("PUSH_PRIVATE_KEY needs 43 characters of base64url");
  if (!/^(mailto:[^@\s]+@\S+|https:\/\/\S+)$/.test(read.PUSH_CONTACT))
    throw new Error("PUSH_CONTACT must be mailto: or https:");
}
