export { throwAwayDatabase } from "./database.ts";
