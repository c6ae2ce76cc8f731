export { createGateway, type GatewayDeps } from "./app.ts";
export { type Config, readSettings } from "./config.ts";
