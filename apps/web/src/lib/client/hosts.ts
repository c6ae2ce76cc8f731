/** Environment and hosts of the page, as pure functions of the page's URL. */
export type Environment = "local" | "test" | "staging" | "production";
export type PageLocation = { readonly protocol: string; readonly host: string; readonly hostname: string };
export type Hosts = {
  /** Origins of the gateways, best first; an empty text is the page's own. */
  readonly api: readonly string[];
  /** Those of the simulated exchange; none where there is no such exchange. */
  readonly simulated: readonly string[];
  /** Where files lie that every page shares. */
  readonly resources: string;
};

/** The domain of this build; the hosts of the fixed environments are under it. */
const domain: string = import.meta.env?.VITE_DOMAIN ?? "tidemark.example";
/** On a development machine: the port of the simulated exchange's gateway, on the page's own host. */
const simulatedPort: string = import.meta.env?.VITE_SIMULATED_PORT ?? "";
export const officialWebsite: string = import.meta.env?.VITE_WEBSITE ?? `https://www.${domain}`;

/** An IP address at which this build is shown to people who cannot reach this machine by another name, e.g. `203.0.113.7`; empty for none. */
const ownAddress: string = import.meta.env?.VITE_ADDRESS ?? "";

const isLoopback = (hostname: string): boolean => /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
/** A name instead of an address would be served by whoever owns it. */
const isOwnAddress = (hostname: string): boolean =>
  hostname === ownAddress && /^(\d{1,3}(\.\d{1,3}){3}|\[[\da-f:]+\])$/.test(hostname);
const isLocal = (hostname: string): boolean =>
  isLoopback(hostname) || /^192\.168\.\d{1,3}\.\d{1,3}$/.test(hostname) || isOwnAddress(hostname);

export function environmentOf(hostname: string): Environment {
  if (isLocal(hostname)) return "local";
  if (hostname === `test.${domain}`) return "test";
  return hostname === `staging.${domain}` ? "staging" : "production";
}

const fixedHosts: Readonly<Record<"test" | "staging", Hosts>> = {
  test: {
    api: [`https://a.test.${domain}`],
    simulated: [`https://s.test.${domain}`],
    resources: `https://r.test.${domain}`,
  },
  staging: {
    api: [`https://a.staging.${domain}`],
    simulated: [`https://s.staging.${domain}`],
    resources: `https://r.staging.${domain}`,
  },
};

/** Hosts before the config is loaded. In production each host is beside the page's: the first label replaces `www.`. */
export function derivedHosts(page: PageLocation): Hosts {
  const environment = environmentOf(page.hostname);
  // Never the page's own host: orders of a simulated page would be real ones.
  if (environment === "local")
    return {
      api: [""],
      simulated: simulatedPort === "" ? [] : [`${page.protocol}//${page.hostname}:${simulatedPort}`],
      resources: "",
    };
  if (environment !== "production") return fixedHosts[environment];
  const beside = (label: string): string => `${page.protocol}//${label}.${page.host.replace(/^www\./, "")}`;
  return { api: [beside("a")], simulated: [beside("s")], resources: "" };
}

/** Hosts that may serve this page. A page on any other host is a copy. */
export function isAllowedHost(hostname: string, configured: readonly string[]): boolean {
  return isLocal(hostname) || configured.includes(hostname);
}

export function hostOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).hostname : undefined;
}

const isOrigin = (value: unknown): value is string =>
  typeof value === "string" && /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value;

const bytesOfBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const bytesOfHex = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

const ivBytes = 16;

/**
 * A configured list of hosts: AES-192-CBC, the initialisation vector before the ciphertext, base64. It hides nothing that matters (the key
 * is in every page); a list that does not decode is as good as none. Chromium's own crypto has no 192-bit keys, so a library does it,
 * loaded only where there is a list.
 */
export async function decodedHosts(text: string, keyHex: string): Promise<readonly string[] | undefined> {
  if (text === "") return undefined;
  try {
    const { cbc } = await import("@noble/ciphers/aes.js");
    const bytes = bytesOfBase64(text);
    const plain = cbc(bytesOfHex(keyHex), bytes.subarray(0, ivBytes)).decrypt(bytes.subarray(ivBytes));
    const list: unknown = JSON.parse(new TextDecoder().decode(plain));
    return Array.isArray(list) && list.length > 0 && list.every(isOrigin) ? list : undefined;
  } catch {
    return undefined;
  }
}
