import { base } from "../first/two.ts";

export const second = base + 1;
