// Made from contracts/locales/fr-FR.po by `pnpm words extract`; not to be edited.
import type { Sentences } from "../sentence.ts";

export const sentences: Sentences = {};
