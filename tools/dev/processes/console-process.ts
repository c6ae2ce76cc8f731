import { join } from "node:path";
import { consoleRole, ensureConsoleRole, migrateConsole, openConsoleRegister } from "@tidemark/console";
import { operatorRoles } from "@tidemark/contracts";
import { type Start, urlsAs } from "./core-processes.ts";
import { root } from "./root.ts";

/** The operators' console: its port, and where its pages are seen. */
export type ConsoleWish = {
  readonly port: number;
  readonly origin: string;
  /** The built pages; without it something else serves them. */
  readonly webDirectory?: string;
};

export async function startConsole(
  start: Start,
  { console, core, natsUrl, databaseUrl }: { console: ConsoleWish; core: string; natsUrl: string; databaseUrl: string },
): Promise<void> {
  await ensureConsoleRole(databaseUrl);
  await migrateConsole(databaseUrl);
  start("console", join(root, "services/console/src/main.ts"), {
    NODE_COMPILE_CACHE: join(root, ".cache/compile"),
    NATS_URL: natsUrl,
    CORE_NAME: core,
    POSTGRES_URLS: urlsAs(consoleRole, [databaseUrl]),
    CONSOLE_PORT: String(console.port),
    CONSOLE_ORIGIN: console.origin,
    CONSOLE_WEB_DIRECTORY: console.webDirectory ?? "",
  });
}

/** The operators of a developer's machine: one approves what the other proposes, in another browser. */
export const developers = ["olivia", "oscar"] as const;

/** A link that makes the operator's passkey; an older link ends, a passkey that is there stays until the link is used. */
export async function inviteDeveloper(
  databaseUrl: string,
  origin: string,
  name: (typeof developers)[number],
): Promise<string> {
  const register = openConsoleRegister(databaseUrl);
  try {
    const order = { name, roles: operatorRoles, reason: "a developer's machine", origin: "pnpm dev" };
    return `${origin}/invitation#${(await register.invite(order)).token}`;
  } finally {
    await register.close();
  }
}
