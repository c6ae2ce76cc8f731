import { hrtime } from "node:process";
export const now = () => hrtime.bigint();
