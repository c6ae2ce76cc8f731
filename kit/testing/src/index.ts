export { cookieWire } from "./cookie-wire.ts";
export { throwAwayDatabase } from "./database.ts";
export { startService, type StartedService } from "./process.ts";
