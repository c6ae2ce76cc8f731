import { now } from "../../engine/src/clock.ts";
export const later = now;
