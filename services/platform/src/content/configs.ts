import { createHash } from "node:crypto";
import { type ConfigPart, problemOfConfigs } from "./config-rules.ts";
import type { ConfigWrite, ContentStore, KeptConfig } from "./store.ts";

type Configs = Pick<ContentStore, "changeConfigs">;

const hashOf = (part: ConfigPart): string =>
  createHash("sha256")
    .update(JSON.stringify([part.biz, part.body]))
    .digest("hex")
    .slice(0, 16);

/** Checks the configs as they would be after the change; nothing is written if one would be broken. */
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

/** An operator's change of one file; returns its problem, and then nothing is changed. */
export const writeConfig = (configs: Configs, part: ConfigPart, at: number): Promise<string | undefined> =>
  change(configs, () => [{ ...part, seedHash: null }], at);

/** Unchanged files follow their seed; changed ones stay as the operator left them. */
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
