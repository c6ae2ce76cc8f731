import { b } from "../b/b.ts";
export const a = () => b();
