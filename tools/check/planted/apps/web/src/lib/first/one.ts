export { second } from "../second/one.ts";
