import { openConsoleRegister } from "@tidemark/console";
import type { CommandLine } from "./command-line.ts";
import type { ConsoleOrder } from "./order.ts";

/** Operators of the console. */
export async function listConsoleOperators({ databaseUrl, print }: CommandLine): Promise<void> {
  const register = openConsoleRegister(databaseUrl);
  try {
    const all = await register.list();
    if (all.length === 0) print("The console has no operator. Make one with `pnpm operator invite`.");
    for (const { id, name, roles } of all) print(`${name} (${id}): ${roles.join(", ") || "no role"}`);
  } finally {
    await register.close();
  }
}

export async function changeConsole(
  order: ConsoleOrder,
  { databaseUrl, origin, print }: Omit<CommandLine, "uidOf">,
): Promise<void> {
  const { operator: name, reason } = order;
  const register = openConsoleRegister(databaseUrl);
  try {
    if (order.action === "dismiss") {
      await register.dismiss({ name, reason, origin });
      return print(`${name} is no operator any more.`);
    }
    if (order.action !== "invite") {
      await register[order.action]({ name, roles: order.roles, reason, origin });
      const found = (await register.list()).find((one) => one.name === name);
      return print(`${name}: ${found?.roles.join(", ") || "no role"}`);
    }
    const { token, until } = await register.invite({ name, roles: order.roles, reason, origin });
    print(`${name}: ${order.roles.join(", ")}. Open once, before ${new Date(until).toISOString()}, with a passkey:`);
    // Behind the #, which browsers do not send: no log on the way has it.
    print(`${order.console}/invitation#${token}`);
  } finally {
    await register.close();
  }
}
