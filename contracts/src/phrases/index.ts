export { phrase } from "./phrase.ts";
