import { a } from "../a/a.ts";
export const b = (): unknown => a;
