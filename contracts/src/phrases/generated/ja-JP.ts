// Made from contracts/locales/ja-JP.po by `pnpm words extract`; not to be edited.
import type { Sentences } from "../sentence.ts";

export const sentences: Sentences = {};
