export { cookieWire } from "./cookie-wire.ts";
export { throwAwayDatabase } from "./database.ts";
export { startService, type StartedService } from "./process.ts";
export { localCertificate, startNats, type StartedNats } from "./nats.ts";
