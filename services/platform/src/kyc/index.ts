import { kycStatusOf, topics as allTopics } from "@tidemark/contracts";
import { producers } from "@tidemark/contracts/journal";
import { type Database, openOutbox, secretBox, thinOutbox } from "@tidemark/kit-node";
import type { Module, ModuleDeps } from "../module/deps.ts";
import type { Verifications } from "../module/verifications.ts";
import { kycAnswers, kycUploads } from "./answers.ts";
import type { KycDeps } from "./deps.ts";
import { levelConsumer } from "./level-events.ts";
import { openFileStore } from "./pictures/file-store.ts";
import { openPictures } from "./pictures/pictures.ts";
import { type ProviderSettings, runProvider, webhookAgeMaxMs, webhookHandler } from "./provider.ts";
import { reviewAnswers } from "./reviews.ts";
import { files, levels, providerEvents, schema, verifications as store } from "./store.ts";

export { openKycRegister } from "./register.ts";

/** Verifications for other modules. */
export const verifications: Verifications = {
  async of(db, uid) {
    const [{ state }, level] = [await store.of(db, uid), await levels.of(db, uid)];
    return { status: kycStatusOf(state, level), level };
  },
  verifiedByDay: (db, since) => store.approvedByDay(db, since),
};

const thinnedPerRunMax = 5_000;
const filesPerRunMax = 1_000;
const deleteAgainMs = 60 * 60_000;

/** Deletes what has reached its end: objects first, so that a row that is left finds its object again. */
async function runRetention(deps: KycDeps, tx: Database): Promise<void> {
  const now = deps.clock.now();
  if (deps.store !== undefined) {
    const deleted: string[] = [];
    for (const id of await files.ended(tx, now, filesPerRunMax))
      try {
        await deps.store.delete(id);
        deleted.push(id);
      } catch (error) {
        // One that cannot be deleted keeps none of the others.
        await files.keepBack(tx, id, now + deleteAgainMs);
        deps.log.error(
          { id, problem: error instanceof Error ? error.message : "unknown" },
          "kyc: a file is not deleted",
        );
      }
    await files.forget(tx, deleted);
  }
  await store.dropData(tx, now, thinnedPerRunMax);
  await providerEvents.thin(tx, now - 2 * webhookAgeMaxMs);
  await thinOutbox(tx, schema, now, thinnedPerRunMax);
}

/** Verifications of identity, from the first picture to the level. The only file that others may import. */
export function kyc({ db, time, log, config, accounts, topics, commands, messages }: ModuleDeps): Module {
  if (commands === undefined) return { answers: [] };
  const provider: ProviderSettings | undefined =
    config.KYC_PROVIDER_URL === ""
      ? undefined
      : {
          url: config.KYC_PROVIDER_URL,
          token: config.KYC_PROVIDER_TOKEN,
          webhookSecret: config.KYC_WEBHOOK_SECRET,
          waitMs: config.KYC_PROVIDER_WAIT_MS,
        };
  const deps: KycDeps = {
    db,
    clock: time,
    log,
    accounts,
    box: secretBox("KYC_MASTER_KEY", config.KYC_MASTER_KEY, config.TIDEMARK_MODE),
    store: openFileStore(config),
    pictures: openPictures(),
    topics,
    draftMs: config.KYC_DRAFT_RETENTION_MS,
    retentionMs: config.KYC_RETENTION_MS,
    hasProvider: provider !== undefined,
  };
  const outbox = openOutbox({ db, schema, producer: producers.kyc, sender: commands, time, log });
  const providerJob =
    provider === undefined
      ? []
      : [
          {
            name: "kyc provider",
            everyMs: config.KYC_PROVIDER_EVERY_MS,
            run: (tx: Database) => runProvider(deps, provider, tx),
          },
        ];
  return {
    answers: kycAnswers(deps),
    operatorAnswers: reviewAnswers({ ...deps, messages, viewsPerHour: config.OPERATOR_VIEWS_PER_HOUR }),
    timeline: (uid, before, count) => store.timeline(db, uid, before, count),
    uploads: kycUploads(deps),
    outsideHandlers: provider === undefined ? [] : [webhookHandler(deps, provider)],
    events: levelConsumer(deps),
    topics: [allTopics.verification],
    jobs: [
      ...providerJob,
      { name: "kyc retention", everyMs: config.KYC_RETENTION_EVERY_MS, run: (tx) => runRetention(deps, tx) },
    ],
    async close() {
      deps.pictures.close();
      deps.store?.close();
      await outbox.close();
    },
  };
}
