import { createHash } from "node:crypto";
import { type ConfigPart, problemOfConfigs } from "./config-rules.ts";
import type { ConfigWrite, ContentStore, KeptConfig } from "./store.ts";

type Configs = Pick<ContentStore, "changeConfigs">;

const hashOf = (part: ConfigPart): string =>
  createHash("sha256")
    .update(JSON.stringify([part.biz, part.body]))
    .digest("hex")
    .slice(0, 16);

/** What would be there afterwards is judged; nothing is written where it would be broken. */
async function change(
  configs: Configs,
  wanted: (kept: readonly KeptConfig[]) => readonly ConfigWrite[],
  at: number,
): Promise<string | undefined> {
  let problem: string | undefined;
  await configs.changeConfigs((kept) => {
    const writes = wanted(kept);
    const after = new Map<string, ConfigPart>([...kept, ...writes].map((part) => [part.name, part]));
    problem = problemOfConfigs([...after.values()]);
    return problem === undefined ? writes : [];
  }, at);
  return problem;
}

/** A person's change of one file; says what is wrong with it, in which case everything stays as it was. */
export const writeConfig = (configs: Configs, part: ConfigPart, at: number): Promise<string | undefined> =>
  change(configs, () => [{ ...part, seedHash: null }], at);

/** Files that nobody has changed follow their seed; the others are the operator's own. */
export const seedConfigs = (configs: Configs, parts: readonly ConfigPart[], at: number): Promise<string | undefined> =>
  change(
    configs,
    (kept) => {
      const byName = new Map(kept.map((one) => [one.name, one]));
      return parts
        .map((part) => ({ ...part, seedHash: hashOf(part) }))
        .filter(({ name, seedHash }) => {
          const old = byName.get(name);
          return old === undefined || (old.seedHash !== null && old.seedHash !== seedHash);
        });
    },
    at,
  );
