export { createGateway, type GatewayKit } from "./app.ts";
export { type Config, readSettings } from "./config.ts";
