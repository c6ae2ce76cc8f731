import type { Cluster } from "./cluster.ts";

/** A fault begins, lasts, and is made good again by `cluster.trouble`, which knows when the last one is over. */
type Fault = (cluster: Cluster, lastsMs: number) => void;

const slowCommitMaxMs = 2_000;
const usualFlushMs: [number, number] = [0.3, 1.5];

const anyHost = (cluster: Cluster): Cluster["hosts"][number] =>
  // The leader is worth more trouble than the others.
  (cluster.chance.is(0.6) ? cluster.hosts.find((host) => host.node?.role === "leading") : undefined) ??
  cluster.hosts[cluster.chance.whole(cluster.hosts.length)]!;

const everywhere: Record<string, Fault> = {
  kill(cluster) {
    cluster.kill(anyHost(cluster));
  },
  killAll(cluster) {
    for (const host of cluster.hosts) cluster.kill(host);
  },
  pause(cluster, lastsMs) {
    const { actor } = anyHost(cluster);
    actor.isPaused = true;
    cluster.trouble(lastsMs, () => cluster.stage.resume(actor));
  },
  restartServer(cluster, lastsMs) {
    const server = cluster.primary;
    if (!server.isUp) return;
    server.crash();
    cluster.trouble(Math.min(lastsMs, 1_500), () => {
      if (!server.isUp) server.restart();
    });
  },
  loseAnswers(cluster, lastsMs) {
    for (const server of cluster.servers) server.lostAnswers = 0.2;
    cluster.trouble(lastsMs, () => {
      for (const server of cluster.servers) server.lostAnswers = 0;
    });
  },
  slowCommits(cluster, lastsMs) {
    const flushMs: [number, number] = [50, cluster.chance.between(100, slowCommitMaxMs)];
    for (const server of cluster.servers) server.flushMs = flushMs;
    cluster.trouble(lastsMs, () => {
      for (const server of cluster.servers) server.flushMs = usualFlushMs;
      // A commit that began just now is slow all the same.
      cluster.trouble(flushMs[1], () => undefined);
    });
  },
  cutOff(cluster, lastsMs) {
    const { name } = anyHost(cluster);
    const servers = cluster.servers.filter(() => cluster.chance.is(0.6));
    for (const server of servers) server.cutOff.add(name);
    cluster.trouble(lastsMs, () => {
      for (const server of servers) server.cutOff.delete(name);
    });
  },
  badBus(cluster, lastsMs) {
    const { chance } = cluster;
    const faults = { lost: chance.between(0, 0.3), doubled: chance.between(0, 0.3), late: chance.between(0, 0.3) };
    cluster.bus.faults = faults;
    cluster.trouble(lastsMs, () => {
      cluster.bus.faults = { lost: 0, doubled: 0, late: 0 };
    });
  },
  busDown(cluster, lastsMs) {
    cluster.bus.isDown = true;
    cluster.trouble(lastsMs, () => {
      cluster.bus.isDown = false;
    });
  },
  wrongClock(cluster, lastsMs) {
    const host = anyHost(cluster);
    const days = cluster.chance.is(0.3) ? 86_400_000 : 0;
    host.clockAheadMs = cluster.chance.between(-1, 1) * (20_000 + days);
    host.actor.clockAheadMs = host.clockAheadMs;
    cluster.trouble(lastsMs, () => {
      host.clockAheadMs = 0;
      host.actor.clockAheadMs = 0;
    });
  },
};

const withStandby: Record<string, Fault> = {
  cancelWait(cluster, lastsMs) {
    cluster.primary.isLinkUp = false;
    for (const share of [0.3, 0.6, 0.9]) cluster.trouble(lastsMs * share, () => cluster.primary.cancelWait());
    cluster.trouble(lastsMs, () => {
      cluster.primary.isLinkUp = true;
      cluster.primary.ship();
    });
  },
  linkDown(cluster, lastsMs) {
    cluster.primary.isLinkUp = false;
    cluster.trouble(lastsMs, () => {
      cluster.primary.isLinkUp = true;
      cluster.primary.ship();
    });
  },
  /**
   * The worst: rows that never reached the standby become readable, by a cancelled wait or by a restart, and then the standby is
   * promoted without them.
   */
  showAndLose(cluster, lastsMs) {
    const old = cluster.primary;
    const next = old.standby;
    if (next === undefined || !old.isUp) return;
    old.isLinkUp = false;
    cluster.trouble(cluster.chance.between(5, 400), () => {
      if (cluster.chance.is(0.5) || !old.isUp) return old.cancelWait();
      old.crash();
      cluster.trouble(cluster.chance.between(50, 300), () => old.isUp || old.restart());
    });
    const promoteMs = cluster.chance.between(450, 4_500);
    for (let ms = 200; ms < promoteMs; ms += 300) cluster.trouble(ms, () => old.cancelWait());
    // Then the next leader's epoch row, too, stands on a row that is about to be lost.
    if (cluster.chance.is(0.4)) cluster.trouble(promoteMs * 0.3, () => cluster.kill(anyHost(cluster)));
    cluster.trouble(promoteMs, () => {
      if (old.standby === next) withStandby.promote!(cluster, lastsMs);
    });
  },
  /** The old primary is dead, or it lives on and knows nothing; either way it comes back rewound. */
  promote(cluster, lastsMs) {
    const old = cluster.primary;
    const next = old.standby;
    if (next === undefined || !next.isUp) return;
    if (cluster.chance.is(0.5)) old.crash();
    else if (cluster.chance.is(0.3)) cluster.trouble(lastsMs * 0.5, () => old.cancelWait());
    old.standby = undefined;
    cluster.trouble(cluster.chance.between(100, 600), () => {
      next.promote(old.timeline + 1);
      cluster.primary = next;
    });
    cluster.trouble(Math.max(700, lastsMs), () => old.follow(next));
  },
};

const alone: Record<string, Fault> = {
  /** Acked rows are lost: `single` cannot prevent that, but everybody must notice. */
  restore(cluster) {
    const server = cluster.primary;
    const tip = server.wal.length - 1;
    server.restore(Math.max(1, tip - 1 - cluster.chance.whole(30)));
  },
};

export type Planned = {
  readonly name: string;
  readonly atMs: number;
  readonly lastsMs: number;
  readonly begin: () => void;
};

/** A run's trouble: a few kinds of fault, chosen once per seed, so that each seed has a character of its own. */
export function planFaults(cluster: Cluster, fromMs: number, untilMs: number): Planned[] {
  const { chance } = cluster;
  const all = { ...everywhere, ...(cluster.durability === "standby" ? withStandby : alone) };
  const instruments = Object.keys(all).filter(() => chance.is(0.5));
  if (instruments.length === 0) instruments.push("kill");
  const count = 3 + chance.whole(7);
  return Array.from({ length: count }, () => {
    const name = instruments[chance.whole(instruments.length)]!;
    const lastsMs = chance.between(200, chance.is(0.2) ? 14_000 : 4_000);
    const fault = all[name]!;
    return { name, atMs: chance.between(fromMs, untilMs), lastsMs, begin: () => fault(cluster, lastsMs) };
  });
}
