import type { PasskeyOrigins, PasskeyOriginsOf } from "../account/deps.ts";

const local = /^localhost(:\d{1,5})?$/;

/** `host=rpId origin origin`, comma-separated. The host of each origin is the relying-party id or a subdomain of it. */
export function passkeyOrigins(text: string, mode: "development" | "production"): PasskeyOriginsOf {
  const byHost = new Map<string, PasskeyOrigins>();
  for (const entry of text.split(",").filter((part) => part.trim() !== "")) {
    const [host = "", rest = ""] = entry.trim().split("=");
    const [rpId = "", ...origins] = rest.split(" ").filter((part) => part !== "");
    if (host === "" || rpId === "" || origins.length === 0) throw new Error(`PASSKEY_ORIGINS: ${entry} is incomplete`);
    for (const origin of origins) {
      const { hostname, protocol, origin: same } = new URL(origin);
      const isUnder = hostname === rpId || hostname.endsWith(`.${rpId}`);
      if (same !== origin || !isUnder) throw new Error(`PASSKEY_ORIGINS: ${origin} is not a page of ${rpId}`);
      if (mode === "production" && protocol !== "https:") throw new Error(`PASSKEY_ORIGINS: ${origin} must be https`);
    }
    byHost.set(host.toLowerCase(), { rpId, origins });
  }
  return (host) => {
    const found = byHost.get(host);
    if (found !== undefined || mode === "production" || !local.test(host)) return found;
    return { rpId: "localhost", origins: [`http://${host}`] };
  };
}
