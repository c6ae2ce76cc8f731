export { cookieWire } from "./cookie-wire.ts";
export { throwAwayDatabase } from "./database.ts";
export { type Dice, diceOf } from "./dice.ts";
export { killedByFile } from "./kill-file.ts";
export { startService, type StartedService } from "./process.ts";
export { localCertificate, startNats, type StartedNats } from "./nats.ts";
