// Made from contracts/locales/es-ES.po by `pnpm words extract`; not to be edited.
import type { Sentences } from "../sentence.ts";

export const sentences: Sentences = {};
