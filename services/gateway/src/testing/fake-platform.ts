import { randomBytes } from "node:crypto";
import {
  accessMaxMs,
  accessText,
  type ApiKeyKind,
  apiKeyRecord,
  calls,
  changedApiKeys,
  endedSessions,
  type Permission,
  refreshMaxMs,
  type UserInfo,
} from "@tidemark/contracts";
import {
  answer,
  type Bus,
  createLog,
  type RpcServer,
  given,
  type Grant,
  openRpcServer,
  refuse,
  sealQuestion,
  sealsOf,
  secretBox,
  subjects,
  systemClock,
  textSigner,
} from "@tidemark/kit-node";

type ApiKey = {
  readonly uid: number;
  readonly kind: ApiKeyKind;
  readonly sealed: string;
  readonly publicKey: string;
  readonly permissions: Permission[];
  readonly ips: string[];
  readonly until: number | null;
};

const uids: Readonly<Record<string, number>> = { alice: 1001, bob: 1002, carol: 1003 };

const infoOf = (uid: number): UserInfo => ({
  userId: String(uid),
  loginId: "",
  displayUserId: String(uid),
  vipTag: 0,
  currentNickName: "",
  newNickName: "",
  nickNameStatus: 1,
  isDefaultNickName: true,
  nickNameModificationTimes: 3,
  maxNickNamModificationTimes: 3,
  kycStatus: -1,
  userAct: { p2p: false, kycWhite: false, ko_KR: false },
});

/** The platform's session calls over the real rpc protocol: three users, whose password is `right`. */
export class FakePlatform {
  readonly #bus: Bus;
  readonly #core: string;
  #rpc: RpcServer | undefined;
  readonly #signer = textSigner("TEST", "", "development");
  readonly #seal = sealsOf("", "development").of("platform_rpc")!;
  readonly #uidByRefresh = new Map<string, { uid: number; id: string }>();
  readonly #box = secretBox("API_KEY_SECRET", "", "development");
  /** What polls for ended sessions are answered with, so many at a time, as if all had ended in the same moment. */
  endedIds: string[] = [];
  endedPerAnswer = 1_500;
  readonly apiKeys = new Map<string, ApiKey>();
  /** Number of key lookups by gateways. */
  keysAsked = 0;

  constructor(bus: Bus, core: string, isOpen = true) {
    this.#bus = bus;
    this.#core = core;
    if (isOpen) this.open();
  }

  /** Answers from now on; until then it is a platform that is away. */
  open(): void {
    const [bus, core] = [this.#bus, this.#core];
    const log = createLog("fake-platform");
    log.level = "silent";
    const owner = "platform" as const;
    // It has no sessions of its own: these tests are about what the gateway lets through.
    const admit = async () => undefined;
    const deps = { bus, core, owner, seal: this.#seal, clock: systemClock, log, admit, inFlightMax: 100 };
    this.#rpc = openRpcServer(deps, [
      answer(calls.signIn, ({ loginId, password }) => {
        const uid = uids[loginId.split("@")[0]!];
        return uid === undefined || password !== "right" ? refuse("LOGIN_WRONG") : given(infoOf(uid), this.grant(uid));
      }),
      answer(calls.refreshToken, (_ask, { from }) => {
        const kept = this.#uidByRefresh.get(from.refreshToken ?? "");
        return kept === undefined ? refuse("LOGIN_INVALID") : given(infoOf(kept.uid), this.grant(kept.uid, kept.id));
      }),
      answer(calls.signOut, (_ask, { from }) => {
        this.#uidByRefresh.delete(from.refreshToken ?? "");
        if (from.session !== undefined && from.session !== "") this.publishEndedSessions([from.session]);
        return given({}, "ended");
      }),
      answer(calls.userInfo, (_ask, { uid }) => given(infoOf(uid))),
      answer(endedSessions, ({ after = "" }) => {
        const ids = this.endedIds.filter((id) => id > after).toSorted();
        const page = ids.slice(0, this.endedPerAnswer);
        if (page.length === ids.length) return given({ ids, until: systemClock.now(), isWhole: true });
        return given({ ids: page, until: 1, isWhole: false, last: page.at(-1)! });
      }),
      answer(changedApiKeys, () => given({ ids: [], until: systemClock.now(), isWhole: true })),
      answer(apiKeyRecord, ({ key }) => {
        this.keysAsked += 1;
        const found = this.apiKeys.get(key);
        return found === undefined ? refuse("NOT_FOUND") : given(found);
      }),
    ]);
  }

  grant(
    uid: number,
    id = randomBytes(16).toString("base64url"),
    factorAt = 0,
    accessMs = accessMaxMs,
  ): Exclude<Grant, "ended"> {
    const now = systemClock.now();
    const refreshToken = randomBytes(32).toString("base64url");
    this.#uidByRefresh.set(refreshToken, { uid, id });
    const accessToken = this.#signer.sign(accessText({ id, uid, until: now + accessMs, factorAt }));
    return { accessToken, refreshToken, refreshUntil: now + refreshMaxMs };
  }

  /** An API key of alice, with permission READ by default; without a public key it has this secret. */
  addKey(fields: Partial<ApiKey> = {}): { key: string; secret: string } {
    const [key, secret] = [randomBytes(24).toString("base64url"), randomBytes(32).toString("base64url")];
    const sealed = this.#box.seal("api-keys", key, secret).toString("base64");
    const kind = fields.publicKey === undefined ? "HMAC_SHA256" : "ED25519";
    const usual = { uid: uids.alice!, sealed, publicKey: "", permissions: ["READ"], ips: [], until: null } as const;
    this.apiKeys.set(key, { ...usual, kind, ...fields } as ApiKey);
    return { key, secret };
  }

  tellKeyChanged(key: string): void {
    this.#tell("security.apiKeysChanged", { ids: [`${key}.${systemClock.now()}`] });
  }

  publishEndedSessions(ids: readonly string[], seal = this.#seal): void {
    this.#tell("identity.sessionsEnded", { ids }, seal);
  }

  #tell(call: string, ask: unknown, seal = this.#seal): void {
    const asker = { by: "user", sender: "fake-platform", seal } as const;
    const message = sealQuestion({ call, uid: 0, ask }, asker, systemClock.now());
    this.#bus.publish(subjects(this.#core).invalidated("platform"), message);
  }

  async close(): Promise<void> {
    await this.#rpc?.close();
  }
}
