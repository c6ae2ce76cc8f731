import type { Mutant } from "./mutant.ts";

/** A bug in an amended rule, and the tests of that rule. */
export const amendmentMutant = (
  file: string,
  name: string,
  find: string,
  replace: string,
  ...tests: string[]
): Mutant => ({
  name,
  file: file.startsWith("money/") ? `${file}.ts` : `engine/src/${file}.ts`,
  find,
  replace,
  tests: tests.map((test) => (test.includes("/sim") || test.startsWith("money/") ? test : `engine/src/${test}`)),
});
