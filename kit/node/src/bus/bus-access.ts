import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { type ConnectionOptions, credsAuthenticator, nkeyAuthenticator } from "@nats-io/transport-node";
import type { BusService } from "./bus-permissions.ts";
import { busPublicKeyOf, developmentBusSeed } from "../keys/development-keys.ts";
import { subjects } from "./subjects.ts";

/** As what a process connects to the bus, and what it checks the server with. */
export type BusAccess = {
  /** The beginning of the subjects where answers to its questions arrive. */
  readonly inbox: string;
  /** The seed of an nkey; empty with a credentials file. */
  readonly seed: string;
  readonly credentialsFile: string;
  /** Files, all only for `tls://`. */
  readonly ca: string;
  readonly cert: string;
  readonly certKey: string;
  /** Called with everything that the server refuses. */
  readonly report?: (problem: string) => void;
};

type AccessSettings = {
  readonly TIDEMARK_MODE: "development" | "production";
  readonly CORE_NAME: string;
  readonly NATS_SEED: string;
  readonly NATS_CREDENTIALS: string;
  readonly NATS_CA: string;
  readonly NATS_CERT: string;
  readonly NATS_CERT_KEY: string;
};

/** A service without a key is, in development, who the development configuration says it is; a server without users does not look. */
export function busAccessOf(
  config: AccessSettings,
  service: BusService,
  report?: (problem: string) => void,
): BusAccess {
  const { NATS_SEED, NATS_CREDENTIALS: credentialsFile, TIDEMARK_MODE: mode } = config;
  if (NATS_SEED !== "" && credentialsFile !== "")
    throw new Error("NATS_SEED and NATS_CREDENTIALS are both set: set one");
  const isDevelopment = NATS_SEED === "" && credentialsFile === "" && mode === "development";
  return {
    inbox: subjects(config.CORE_NAME).inbox(service),
    seed: isDevelopment ? developmentBusSeed(service) : NATS_SEED,
    credentialsFile,
    ca: config.NATS_CA,
    cert: config.NATS_CERT,
    certKey: config.NATS_CERT_KEY,
    ...(report === undefined ? {} : { report }),
  };
}

/** For tools and tests that are a service of a development exchange. */
export const developmentAccess = (service: BusService, core: string, ca = ""): BusAccess => ({
  inbox: subjects(core).inbox(service),
  seed: developmentBusSeed(service),
  credentialsFile: "",
  ca,
  cert: "",
  certKey: "",
});

const schemes = ["nats:", "tls:"];

/** The servers without their scheme, and whether they must use TLS; throws for a URL that would not be used as it is written. */
function serversOf(urls: string): { readonly servers: string[]; readonly isTls: boolean } {
  const parsed = urls.split(",").map((text) => {
    const url = URL.parse(text.trim());
    if (url === null || !schemes.includes(url.protocol) || url.hostname === "")
      throw new Error(`NATS_URL: ${text.trim().replace(/\/\/.*@/, "//…@")} is not nats://host:port or tls://host:port`);
    if (url.username !== "" || url.password !== "")
      throw new Error(
        `NATS_URL: a user or password in the URL is not used, remove it for ${url.hostname}; a service connects with NATS_SEED or NATS_CREDENTIALS`,
      );
    // The client checks the certificate of a server without a name against "localhost", whatever its address is.
    if (url.protocol === "tls:" && isIP(url.hostname.replace(/[[\]]/g, "")) > 0)
      throw new Error(
        `NATS_URL: write the server by name, not as ${url.hostname}: its certificate is checked against the name`,
      );
    return url;
  });
  const isTls = parsed[0]!.protocol === "tls:";
  if (parsed.some(({ protocol }) => (protocol === "tls:") !== isTls))
    throw new Error("NATS_URL: either all servers are tls:// or none is");
  return { servers: parsed.map(({ host }) => host), isTls };
}

/** The client by itself takes `tls://` for `nats://`: only with `tls` set does it refuse a server that offers none. */
function tlsOf(isTls: boolean, access: BusAccess | undefined): Pick<ConnectionOptions, "tls"> {
  const files = { caFile: access?.ca ?? "", certFile: access?.cert ?? "", keyFile: access?.certKey ?? "" };
  const given = Object.fromEntries(Object.entries(files).filter(([, file]) => file !== ""));
  if ((files.certFile === "") !== (files.keyFile === ""))
    throw new Error("NATS_CERT and NATS_CERT_KEY belong together: set both or none");
  if (isTls) return { tls: given };
  if (Object.keys(given).length > 0)
    throw new Error("NATS_CA and NATS_CERT are for TLS, but NATS_URL is not tls://: change one of them");
  return {};
}

function authenticatorOf({ seed, credentialsFile }: BusAccess): Pick<ConnectionOptions, "authenticator"> {
  // Read again at each connection: a file that was replaced counts from then on.
  if (credentialsFile !== "") return { authenticator: credsAuthenticator(() => readFileSync(credentialsFile)) };
  if (seed === "") return {};
  try {
    busPublicKeyOf(seed);
  } catch (error) {
    throw new Error(
      "NATS_SEED is no seed of a user: it begins with SU and has 58 characters; make one with pnpm bus key",
      {
        cause: error,
      },
    );
  }
  return { authenticator: nkeyAuthenticator(Buffer.from(seed)) };
}

export function connectOptionsOf(url: string, access: BusAccess | undefined): ConnectionOptions {
  const { servers, isTls } = serversOf(url);
  if (access === undefined) return { servers, ...tlsOf(isTls, undefined) };
  return { servers, inboxPrefix: access.inbox, ...tlsOf(isTls, access), ...authenticatorOf(access) };
}

/** The same error with what it is about: the server's own words name neither itself nor the key that it refused. */
export function withReason(error: unknown, url: string, access: BusAccess | undefined): Error {
  const said = error instanceof Error ? error.message : String(error);
  const key = access === undefined || access.seed === "" ? "" : ` with the key ${busPublicKeyOf(access.seed)}`;
  return new Error(`NATS at ${url}${key}: ${said}`, { cause: error });
}
