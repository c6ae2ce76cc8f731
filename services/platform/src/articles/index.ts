import type { Module, ModuleDeps } from "../module/deps.ts";
import { articleAnswers } from "./answers.ts";
import { writerAnswers } from "./operator-answers.ts";

/** Announcements and help. The only file that others may import. */
export const articles = ({ db, time }: ModuleDeps): Module => ({
  answers: articleAnswers({ db }),
  operatorAnswers: writerAnswers({ db, clock: time }),
});
