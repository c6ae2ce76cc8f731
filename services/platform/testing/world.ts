import { randomBytes } from "node:crypto";
import { createServer, type AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { type Client, createClient } from "@tidemark/kit-client";
import { openDatabase, urlAs } from "@tidemark/kit-node";
import { startService, type StartedService, throwAwayDatabase } from "@tidemark/kit-testing";
import { developmentRegions } from "../src/development-regions.ts";
import { ensurePlatformRole, migratePlatform, platformRole } from "../src/migrate.ts";
import { noticeSink } from "./notice-sink.ts";
import { robotAnswerOf } from "./robot.ts";

const mainOf = (service: string): string => fileURLToPath(new URL(`../../${service}/src/main.ts`, import.meta.url));

/** Chosen before either starts: the gateway is given the platform's. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A client with its own cookie jar, device and address. */
export type Visitor = { readonly client: Client; readonly jar: Map<string, string> };

/** A platform and a gateway as processes, on a database of their own; mail and text messages end in the sink. */
export async function openWorld(
  settings: {
    platform?: Record<string, string>;
    gateway?: Record<string, string>;
    /** Receives every log line of the processes. */
    onLine?: (line: string) => void;
  } = {},
) {
  const core = `test-${randomBytes(5).toString("hex")}`;
  const database = await throwAwayDatabase();
  await ensurePlatformRole(database.url);
  await migratePlatform(database.url);
  const [platformPort, reportsPort] = [await freePort(), await freePort()];
  const [platform, gateway]: StartedService[] = await Promise.all([
    startService(
      mainOf("platform"),
      {
        CORE_NAME: core,
        POSTGRES_URLS: urlAs(platformRole, database.url),
        PLATFORM_PORT: String(platformPort),
        PROVIDER_REPORTS_PORT: String(reportsPort),
        REGION_DATABASE: developmentRegions,
        ROBOT_CHECKS: "altcha",
        OPERATOR_CALLS: "on",
        PASSWORD_NICENESS: "0",
        RATE_READ_PER_SECOND: "10000",
        RATE_SIGN_IN_PER_SECOND: "10000",
        RATE_UPLOAD_PER_SECOND: "100",
        ...settings.platform,
      },
      "answering",
      settings.onLine,
    ),
    startService(
      mainOf("gateway"),
      {
        CORE_NAME: core,
        COUNTERS_NAME: `tm:${core}`,
        GATEWAY_PORT: "0",
        OWNER_URLS: `platform=http://127.0.0.1:${platformPort}`,
        GATEWAY_BEHIND_PROXY: "yes",
        RATE_READ_PER_SECOND: "10000",
        RATE_SIGN_IN_PER_SECOND: "10000",
        RATE_UPLOAD_PER_SECOND: "100",
        SIGN_INS_PER_MINUTE: "1000000",
        SESSION_ENDS_EVERY_MS: "300",
        ...settings.gateway,
      },
      "listening",
      settings.onLine,
    ),
  ]);
  const owner = openDatabase(database.url, 3);
  const url = String(gateway!.ready.address);

  function visitor(
    deviceId: string,
    headers: Readonly<Record<string, string>> = {},
    app?: { token: string },
    baseUrl: string = url,
  ): Visitor {
    const jar = new Map<string, string>();
    const client = createClient({
      baseUrl,
      sender: {
        device: { deviceId, uuid: "test" },
        ...(app === undefined ? {} : { clientType: 1, bearer: () => ({ token: app.token, uid: "" }) }),
      },
      async fetch(address, init) {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
        const all = { ...(init.headers as Record<string, string>), ...(cookie === "" ? {} : { cookie }), ...headers };
        const response = await fetch(address, { ...init, headers: all });
        for (const line of response.headers.getSetCookie()) {
          const [name, value] = line.split(";")[0]!.split("=") as [string, string];
          jar.set(name, value);
        }
        return response;
      },
    });
    return { client, jar };
  }

  return {
    core,
    url,
    platformUrl: `http://127.0.0.1:${platformPort}`,
    /** Where providers report. */
    reportsUrl: `http://127.0.0.1:${reportsPort}`,
    database,
    owner,
    sink: noticeSink(owner.db),
    visitor,
    robot: robotAnswerOf,
    async close() {
      await Promise.all([gateway!.end("SIGTERM"), platform!.end("SIGTERM")]);
      await owner.close();
      await database.drop();
    },
  };
}
export type World = Awaited<ReturnType<typeof openWorld>>;
