import type { ExchangeName, SystemCore, SystemGateway } from "@tidemark/contracts";
import { Tag } from "@tidemark/kit-ui";
import { type Translate, useTexts } from "../../lib/texts.ts";
import { PlainTable } from "../../lib/plain-table.tsx";
import { m } from "./system-messages.ts";

/** A process gives a sign of life four times a second, a gateway reports every five seconds. */
const silentWarnMs = 2_000;
const reportWarnMs = 12_000;

const nameOf = (t: Translate, { exchange }: { readonly exchange: ExchangeName }): string =>
  t(exchange === "REAL" ? m.real : m.simulated);

/** Who leads each core, and where its journal stands. */
export function CoreTable({ cores }: { cores: readonly SystemCore[] }) {
  const t = useTexts();
  return (
    <PlainTable
      title={t(m.cores)}
      testId="cores"
      columns={[
        { title: t(m.exchange) },
        { title: t(m.leader) },
        { title: t(m.epoch), isEnd: true },
        { title: t(m.sequence), isEnd: true },
        { title: t(m.lag), isEnd: true },
        { title: t(m.answeredBy) },
      ]}
      rows={cores.map((core) => ({
        id: core.exchange,
        cells:
          core.state === null
            ? [
                nameOf(t, core),
                <Tag key="silent" tone="warn">
                  {t(m.silent)}
                </Tag>,
                "–",
                "–",
                "–",
                "–",
              ]
            : [
                <b key="name" className="font-semibold">
                  {nameOf(t, core)}
                </b>,
                core.state.leader === "" ? t(m.noLeader) : core.state.leader,
                core.state.epoch,
                core.state.seq.toLocaleString("en-US"),
                core.state.behind,
                core.state.node,
              ],
      }))}
    />
  );
}

/** The processes of each core, by their signs of life. */
export function ProcessTable({ cores }: { cores: readonly SystemCore[] }) {
  const t = useTexts();
  return (
    <PlainTable
      title={t(m.processes)}
      testId="processes"
      columns={[
        { title: t(m.exchange) },
        { title: t(m.process) },
        { title: t(m.role) },
        { title: t(m.sign), isEnd: true },
        { title: t(m.logic), isEnd: true },
      ]}
      rows={cores.flatMap((core) =>
        (core.state?.processes ?? []).map(({ node, role, silentMs, logicVer }) => ({
          id: `${core.exchange} ${node}`,
          cells: [
            nameOf(t, core),
            node,
            <Tag key="role" tone={role === "LEADER" ? "brand" : "neutral"}>
              {t(m[role])}
            </Tag>,
            <span key="sign" className={silentMs > silentWarnMs ? "text-warn" : ""}>
              {t(m.ago, { count: silentMs })}
            </span>,
            logicVer,
          ],
        })),
      )}
    />
  );
}

/** What each gateway counts, by its last report. */
export function GatewayTable({ at, list }: { at: number; list: readonly SystemGateway[] }) {
  const t = useTexts();
  return (
    <PlainTable
      title={t(m.gateways)}
      testId="gateways"
      columns={[
        { title: t(m.exchange) },
        { title: t(m.gateway) },
        { title: t(m.sockets), isEnd: true },
        { title: t(m.requests), isEnd: true },
        { title: t(m.lastReport), isEnd: true },
      ]}
      rows={list.map((one) => ({
        id: one.gateway,
        cells: [
          nameOf(t, one),
          one.gateway,
          one.sockets.toLocaleString("en-US"),
          one.requestsPerSecond.toLocaleString("en-US"),
          <span key="last" className={at - one.reportedAt > reportWarnMs ? "text-warn" : ""}>
            {t(m.seconds, { count: Math.round((at - one.reportedAt) / 1_000) })}
          </span>,
        ],
      }))}
    />
  );
}
