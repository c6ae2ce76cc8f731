import { appConfig, mergeAppConfig } from "@tidemark/contracts";

/** A stored app config file: the shared one has no `biz`; a site's own overrides the shared one that it names. */
export type ConfigPart = { readonly name: string; readonly biz: string | undefined; readonly body: unknown };

/** An answer must fit into one bus message, with its envelope. */
export const configBytesMax = 48 * 1024;

function problemOfPair(app: ConfigPart, biz: ConfigPart | undefined): string | undefined {
  if (biz === undefined || biz.biz !== undefined) return `${app.biz} is no shared config`;
  const merged = appConfig.safeParse(
    mergeAppConfig({ ...(biz.body as object), version: 0 }, { ...(app.body as object), version: 0 }),
  );
  if (!merged.success) {
    const { path, message } = merged.error.issues[0]!;
    return `${path.join(".")}: ${message}`;
  }
  const { bizId, appId, langs, project } = merged.data;
  if (bizId !== biz.name) return `bizId: ${bizId} is not ${biz.name}`;
  if (appId !== app.name) return `appId: ${appId} is not ${app.name}`;
  if (!langs.list.includes(langs.defaultLang)) return `langs.defaultLang: ${langs.defaultLang} is not in the list`;
  if (!project.currencies.includes(project.defaultCurrency))
    return `project.defaultCurrency: ${project.defaultCurrency} is not in the list`;
  return undefined;
}

/**
 * The problem of these files together. A page that cannot read its config treats the site as a forgery, so a file is checked merged with
 * its shared config, never alone.
 */
export function problemOfConfigs(parts: readonly ConfigPart[]): string | undefined {
  const byName = new Map(parts.map((part) => [part.name, part]));
  for (const part of parts) {
    const { body } = part;
    if (typeof body !== "object" || body === null || Array.isArray(body)) return `${part.name}: it is no object`;
    if ("version" in body) return `${part.name}: version: it is counted here, not written`;
    if (Buffer.byteLength(JSON.stringify(body)) > configBytesMax)
      return `${part.name}: it is larger than ${configBytesMax} bytes`;
  }
  for (const part of parts) {
    const problem = part.biz === undefined ? undefined : problemOfPair(part, byName.get(part.biz));
    if (problem !== undefined) return `${part.name}: ${problem}`;
  }
  return undefined;
}
