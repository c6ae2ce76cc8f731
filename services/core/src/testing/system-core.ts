import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Call, calls, success } from "@tidemark/contracts";
import type { CommandDraft } from "@tidemark/contracts/codec";
import type { CommandClass, CommandResult } from "@tidemark/contracts/journal";
import {
  type Bus,
  connectBus,
  type CoreKeys,
  coreSignerOf,
  developmentAccess,
  subjects,
  systemTime,
} from "@tidemark/kit-node";
import { throwAwayDatabase } from "@tidemark/kit-testing";
import pg from "pg";
import { vi } from "vitest";
import { Asker, askSealed, type BusKeys, developmentKeysOf } from "../../sim/asker.ts";
import { engineMaker } from "../engine-machine.ts";
import { folderSnapshots } from "../follower/snapshots.ts";
import { FundsProof } from "../funds-proof/funds-proof.ts";
import { migrateCore } from "../journal/migrate.ts";
import { pgJournal } from "../journal/pg-journal.ts";
import { noSeenEpoch } from "../journal/primary.ts";
import { CoreNode } from "../node.ts";
import type { Deps } from "../deps.ts";
import { Projector, type ProjectorEnd } from "../projector/projector.ts";

const natsUrl = "nats://127.0.0.1:4222";

export const until = (condition: () => boolean | Promise<boolean>, timeout = 10_000): Promise<unknown> =>
  vi.waitUntil(condition, { timeout, interval: 10 });

/** A core and its projector on the real servers, in a database of their own. */
export class SystemCore {
  readonly #name = `test-${randomUUID().slice(0, 8)}`;
  readonly #keys: BusKeys = developmentKeysOf(this.#name, ["node", "projector", "funds-proof"]);
  readonly #store = folderSnapshots(mkdtempSync(join(tmpdir(), "tidemark-core-")), async () => undefined);
  readonly #buses: Bus[] = [];
  #database!: Awaited<ReturnType<typeof throwAwayDatabase>>;
  #bus!: Bus;
  #asker!: Asker;
  node!: CoreNode;
  projector!: Projector;
  fundsProof: FundsProof | undefined;
  /** Reads the history's tables. */
  reader!: pg.Client;

  get name(): string {
    return this.#name;
  }
  get bus(): Bus {
    return this.#bus;
  }
  get coreKeys(): CoreKeys {
    return this.#keys.coreKeys;
  }
  get databaseUrl(): string {
    return this.#database.url;
  }

  static async start(): Promise<SystemCore> {
    const core = new SystemCore();
    core.#database = await throwAwayDatabase();
    await migrateCore(core.#database.url);
    core.#bus = await connectBus(natsUrl, "asker", developmentAccess("development", core.#name));
    core.#asker = new Asker(core.#name, "gate-1", core.#bus, systemTime, core.#keys);
    const deps = await core.#deps("node");
    core.node = new CoreNode(deps, core.#store, { snapshotEveryRows: 1_000_000 }, () => undefined);
    core.node.start();
    await core.startProjector();
    core.reader = new pg.Client({ connectionString: core.#database.url });
    await core.reader.connect();
    await until(() => core.node.isServing && core.#asker.epoch > 0);
    return core;
  }

  async stop(): Promise<void> {
    await this.fundsProof?.stop();
    await this.projector.stop();
    await this.node.stop();
    await this.reader.end();
    for (const own of [...this.#buses, this.#bus]) await own.close();
    await this.#database.drop();
  }

  async startProjector(ended: (why: ProjectorEnd) => void = () => undefined): Promise<void> {
    const deps = await this.#deps("projector");
    this.projector = new Projector(deps, this.#store, this.#database.url, engineMaker, ended);
    this.projector.start();
  }

  /** Publishes every `everyMs`; stopped with the core. */
  async startFundsProof(everyMs: number): Promise<void> {
    const deps = await this.#deps("funds-proof");
    const rules = { everyMs, randomBytes };
    this.fundsProof = new FundsProof(deps, this.#store, this.#database.url, engineMaker, rules, () => undefined);
    this.fundsProof.start();
  }

  /** Throws the whole history away and makes its tables anew. */
  async forgetHistory(): Promise<void> {
    await this.reader.query("drop schema history cascade");
    await this.reader.query("delete from migrations_core where name >= '20261115_0110_create_the_history'");
    await migrateCore(this.#database.url);
  }

  async #deps(node: string): Promise<Deps> {
    const own = await connectBus(natsUrl, node);
    this.#buses.push(own);
    return {
      core: this.#name,
      node,
      durability: "single",
      changeDurability: false,
      time: systemTime,
      chance: { next: Math.random, uuid: randomUUID },
      bus: own,
      ...this.#keys,
      signer: coreSignerOf("", this.#name, node, "development"),
      servers: [pgJournal(this.#database.url, "single")],
      seen: noSeenEpoch(),
      maker: engineMaker,
      note: () => undefined,
    };
  }

  async command(by: CommandClass, ...drafts: CommandDraft[]): Promise<CommandResult[]> {
    const requests = this.#asker.send(
      drafts.map((draft) => this.#asker.encode(draft)),
      by,
    );
    await until(() => requests.every((request) => this.#asker.answers.has(request)));
    return requests.map((request) => this.#asker.answers.get(request)!);
  }

  /** The same, where all of them must be taken. */
  async done(by: CommandClass, ...drafts: CommandDraft[]): Promise<CommandResult[]> {
    const results = await this.command(by, ...drafts);
    const at = results.findIndex(({ code }) => code !== success);
    if (at >= 0) throw new Error(`${drafts[at]!.type} was refused with ${results[at]!.code}`);
    return results;
  }

  /** The answer, after the contract has agreed with it. */
  async ask(call: keyof typeof calls, uid: number, given: object, minSeq = 0): Promise<never> {
    const { name, answers, otherwise, answer }: Call = calls[call];
    const { now, history, fundsProof } = subjects(this.#name);
    const subject = { now, history, fundsProof }[answers as "now" | "history" | "fundsProof"];
    const question = { call: name, uid, ask: given, minSeq };
    const asked = (subject: string, from: number) =>
      askSealed(this.#bus, subject, { ...question, minSeq: from }, 3_000, this.#keys);
    let reply = await asked(subject, minSeq);
    // On a busy machine the history may need longer than a reader waits.
    for (let tries = 0; reply.stale === true && tries < 20; tries += 1) reply = await asked(subject, minSeq);
    if (reply.code === 40400 && otherwise !== undefined) reply = await asked(history, Math.max(minSeq, reply.seq));
    if (reply.code !== success) throw new Error(`${name} was refused with ${reply.code}`);
    return answer.parse({ source: this.#name, seq: reply.seq, ...(reply.data as object) }) as never;
  }
}
