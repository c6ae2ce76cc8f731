import { word } from "../../../contracts/src/word.ts";
import { createLog } from "../../../../../../kit/node/src/log.ts";

export const borrowed = [word, createLog];
