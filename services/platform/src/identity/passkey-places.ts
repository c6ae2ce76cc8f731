/** Where passkeys live: the name that they are made for, and the pages that may ask for them. */
type PasskeyPlace = { readonly rpId: string; readonly origins: readonly string[] };
/** By the host that was asked; undefined where it has none. What a caller claims to be is nothing that a passkey would sign. */
export type PasskeyPlaceOf = (host: string) => PasskeyPlace | undefined;

const local = /^localhost(:\d{1,5})?$/;

/** `host=rpId origin origin`, comma-separated. A name must be the pages' own or one that they stand under. */
export function passkeyPlaces(text: string, mode: "development" | "production"): PasskeyPlaceOf {
  const places = new Map<string, PasskeyPlace>();
  for (const entry of text.split(",").filter((part) => part.trim() !== "")) {
    const [host = "", rest = ""] = entry.trim().split("=");
    const [rpId = "", ...origins] = rest.split(" ").filter((part) => part !== "");
    if (host === "" || rpId === "" || origins.length === 0) throw new Error(`PASSKEY_PLACES: ${entry} is not whole`);
    for (const origin of origins) {
      const { hostname, protocol, origin: same } = new URL(origin);
      const isUnder = hostname === rpId || hostname.endsWith(`.${rpId}`);
      if (same !== origin || !isUnder) throw new Error(`PASSKEY_PLACES: ${origin} is no page of ${rpId}`);
      if (mode === "production" && protocol !== "https:") throw new Error(`PASSKEY_PLACES: ${origin} must be https`);
    }
    places.set(host.toLowerCase(), { rpId, origins });
  }
  return (host) => {
    const found = places.get(host);
    if (found !== undefined || mode === "production" || !local.test(host)) return found;
    return { rpId: "localhost", origins: [`http://${host}`] };
  };
}
