/** For tools and tests that start a console or invite operators; no service imports it. */
export { consoleRole, ensureConsoleRole, migrateConsole } from "./migrate.ts";
export { type ConsoleRegister, openConsoleRegister } from "./register.ts";
