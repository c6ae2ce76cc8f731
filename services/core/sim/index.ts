export { type ProtocolRun, runProtocolSim } from "./protocol.ts";
