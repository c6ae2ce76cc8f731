/** Which addresses pushes are sent to. Pure. */
export type PushServices = {
  /** Host names; `*.` stands for any name in front. */
  readonly hosts: readonly string[];
  /** An origin of this machine, in development; empty for none. */
  readonly peerUrl: string;
};

const isHostOf = (host: string, known: string): boolean =>
  known.startsWith("*.") ? host.endsWith(known.slice(1)) && host.length > known.length - 1 : host === known;

function urlOf(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** A browser names the address that the platform then calls: it must be that of a known push service, or anyone could reach inner hosts. */
export function isPushEndpoint(endpoint: string, { hosts, peerUrl }: PushServices): boolean {
  const url = urlOf(endpoint);
  if (url === undefined || url.username !== "" || url.password !== "" || url.hash !== "") return false;
  if (peerUrl !== "" && url.origin === urlOf(peerUrl)?.origin) return true;
  return url.protocol === "https:" && url.port === "" && hosts.some((known) => isHostOf(url.hostname, known));
}
