import { randomBytes } from "node:crypto";
import { accessMaxMs, accessText, calls, endedSessions, refreshMaxMs, type UserInfo } from "@tidemark/contracts";
import {
  answer,
  type Bus,
  createLog,
  type Desk,
  given,
  type Grant,
  openDesk,
  refuse,
  sealQuestion,
  sealsOf,
  subjects,
  systemClock,
  textSigner,
} from "@tidemark/kit-node";

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

/** What a gateway sees of the platform's sessions, over the real desk protocol; three people, and `right` is everybody's password. */
export class FakePlatform {
  readonly #bus: Bus;
  readonly #core: string;
  readonly #desk: Desk;
  readonly #signer = textSigner("TEST", "", "development");
  readonly #seal = sealsOf("", "development").of("platform_desk")!;
  readonly #uidByRefresh = new Map<string, { uid: number; id: string }>();
  /** What is answered to the question which sessions have ended. */
  endedIds: string[] = [];

  constructor(bus: Bus, core: string) {
    this.#bus = bus;
    this.#core = core;
    const log = createLog("fake-platform");
    log.level = "silent";
    const kit = { bus, core, owner: "platform", seal: this.#seal, clock: systemClock, log, inFlightMax: 100 } as const;
    this.#desk = openDesk(kit, [
      answer(calls.login, ({ loginId, password }) => {
        const uid = uids[loginId.split("@")[0]!];
        return uid === undefined || password !== "right" ? refuse("LOGIN_WRONG") : given(infoOf(uid), this.grant(uid));
      }),
      answer(calls.refreshToken, (_ask, { from }) => {
        const kept = this.#uidByRefresh.get(from.refreshToken ?? "");
        return kept === undefined ? refuse("LOGIN_INVALID") : given(infoOf(kept.uid), this.grant(kept.uid, kept.id));
      }),
      answer(calls.logout, (_ask, { from }) => {
        this.#uidByRefresh.delete(from.refreshToken ?? "");
        if (from.session !== undefined && from.session !== "") this.tellEnded([from.session]);
        return given({}, "ended");
      }),
      answer(calls.userInfo, (_ask, { uid }) => given(infoOf(uid))),
      answer(endedSessions, () => given({ ids: this.endedIds, until: systemClock.now() })),
    ]);
  }

  grant(uid: number, id = randomBytes(16).toString("base64url")): Exclude<Grant, "ended"> {
    const now = systemClock.now();
    const refreshToken = randomBytes(32).toString("base64url");
    this.#uidByRefresh.set(refreshToken, { uid, id });
    const accessToken = this.#signer.sign(accessText({ id, uid, until: now + accessMaxMs, factorAt: 0 }));
    return { accessToken, refreshToken, refreshUntil: now + refreshMaxMs };
  }

  tellEnded(ids: readonly string[], seal = this.#seal): void {
    const asker = { by: "user", sender: "fake-platform", seal, coreSeal: seal } as const;
    const told = sealQuestion({ call: "identity.sessionsEnded", uid: 0, ask: { ids } }, asker, systemClock.now());
    this.#bus.publish(subjects(this.#core).told("platform"), told);
  }

  close(): Promise<void> {
    return this.#desk.close();
  }
}
