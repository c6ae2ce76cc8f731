import {
  busPublicKeyOf,
  type BusCores,
  busRightsOf,
  type BusService,
  busServices,
  developmentBusSeed,
} from "@tidemark/kit-node";

/** One key of one service, and the cores that it belongs to. */
export type BusUser = BusCores & { readonly service: BusService; readonly key: string };
export type TlsFiles = {
  readonly cert: string;
  readonly key: string;
  /** Authorities of client certificates; with them the server asks every client for one. */
  readonly clientCa?: string;
};

/**
 * Commands, their answers and announcements are packed to 60 KB at most, and the core opens no longer message of commands. Replies to questions
 * are longer: a page of the event feed carries 400 KB of events, 5,000 numbers of streams are about 250 KB, 1,000 candles 150 KB. 1 MB is
 * twice the longest, and the bound of a server that is given none.
 */
const payloadMax = "1MB";
/** A question is answered once, within the longest time that a gateway may be set to wait for it (RPC_TIMEOUT_MS). */
const answering = '{ max: 1, expires: "30s" }';

const list = (subjects: readonly string[], indent: string): string =>
  subjects.length === 0
    ? // A list without subjects would mean all of them.
      '{ deny: ">" }'
    : `{ allow: [\n${subjects.map((subject) => `${indent}  "${subject}"`).join("\n")}\n${indent}] }`;

function userText({ service, key, ...cores }: BusUser): string {
  const { publish, subscribe, answers } = busRightsOf(service, cores);
  const names = cores.simulated === undefined ? cores.core : `${cores.core}, simulated ${cores.simulated}`;
  return [
    `    # ${service} of ${names}`,
    "    {",
    `      nkey: ${key}`,
    "      permissions: {",
    `        publish: ${list(publish, "        ")}`,
    `        subscribe: ${list(subscribe, "        ")}`,
    ...(answers ? [`        allow_responses: ${answering}`] : []),
    "      }",
    "    }",
  ].join("\n");
}

function tlsText({ cert, key, clientCa }: TlsFiles): string {
  const verify = clientCa === undefined ? [] : [`  ca_file: "${clientCa}"`, "  verify: true"];
  return ["tls {", `  cert_file: "${cert}"`, `  key_file: "${key}"`, ...verify, "  timeout: 2", "}"].join("\n");
}

/** The whole configuration of a server; without files of a certificate it uses plain text. */
export function serverConfig(users: readonly BusUser[], made: string, tls?: TlsFiles): string {
  return [
    `# Written by ${made}; do not edit. Who may do what is declared in kit/node/src/bus/bus-permissions.ts.`,
    "port: 4222",
    `max_payload: ${payloadMax}`,
    ...(tls === undefined ? [] : [tlsText(tls)]),
    "authorization {",
    "  timeout: 2",
    "  users: [",
    users.map(userText).join("\n"),
    "  ]",
    "}",
    "",
  ].join("\n");
}

/** Everybody of a development exchange, at any core, under keys that are public. */
export const developmentUsers: readonly BusUser[] = busServices.map((service) => ({
  service,
  core: "*",
  simulated: "*",
  key: busPublicKeyOf(developmentBusSeed(service)),
}));
export const developmentConfig = (): string => serverConfig(developmentUsers, "pnpm bus development");

const coreForm = /^[A-Za-z0-9_-]{1,64}$/;
const keyForm = /^U[A-Z2-7]{55}$/;

/** The users of an installation: one line each, `service core key`, for the platform `platform core,simulated key`; `#` begins a remark. */
export function usersIn(text: string): BusUser[] {
  const users: BusUser[] = [];
  for (const [i, line] of text.split("\n").entries()) {
    const [service = "", cores = "", key = "", ...rest] = line.replace(/#.*/, "").trim().split(/\s+/);
    if (service === "") continue;
    const fail = (problem: string): never => {
      throw new Error(`line ${i + 1}: ${problem}`);
    };
    const [core = "", simulated, ...more] = cores.split(",");
    if (rest.length + more.length > 0 || !keyForm.test(key)) fail("it is not service core key");
    if (!busServices.includes(service as BusService) || service === "development")
      fail(`${service} is none of ${busServices.filter((one) => one !== "development").join(", ")}`);
    for (const name of simulated === undefined ? [core] : [core, simulated])
      if (!coreForm.test(name)) fail(`${name} is no name of a core`);
    if (simulated !== undefined && service !== "platform") fail("only the platform serves a simulated core too");
    if (developmentUsers.some((one) => one.key === key))
      fail(`the key of ${service} is a development key, which is public`);
    const twin = users.find((one) => one.key === key);
    if (twin !== undefined)
      fail(`${service} of ${core} has the key of ${twin.service} of ${twin.core}; every service needs its own`);
    users.push({ service: service as BusService, core, ...(simulated === undefined ? {} : { simulated }), key });
  }
  return users;
}
