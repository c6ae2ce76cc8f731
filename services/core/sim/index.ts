export { type ProtocolRun, runProtocolSim } from "./protocol.ts";
export { tamperings } from "./tamperings.ts";
