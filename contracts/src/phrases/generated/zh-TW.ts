// Made from contracts/locales/zh-TW.po by `pnpm words extract`; not to be edited.
import type { Sentences } from "../sentence.ts";

export const sentences: Sentences = {};
