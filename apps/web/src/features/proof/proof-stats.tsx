import type { PublishedFunds } from "@tidemark/contracts";
import { Skeleton } from "@tidemark/kit-ui";
import { group } from "@tidemark/money";
import type { ReactNode } from "react";
import { Countdown } from "../../lib/format/countdown.tsx";
import { clockText, dateText } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { FigureRow } from "../../lib/plot/figure-row.tsx";
import type { Head } from "./proof-queries.ts";
import { m } from "./proof-messages.ts";

type ProofStatsProps = { head: Head | undefined; dueAt: number | undefined; publication: PublishedFunds | undefined };

/** Which state is shown, when the next one comes, and how much is in it. */
export function ProofStats({ head, dueAt, publication }: ProofStatsProps) {
  const t = useTexts();
  const leaves = publication?.assets.reduce((sum, one) => sum + one.leaves, 0);
  const num = (text: string): ReactNode => <span className="num">{text}</span>;
  const wait = <Skeleton>88,214,502</Skeleton>;
  const figures = [
    {
      label: t(m.published),
      value: head === undefined ? wait : <span className="date">{dateText(head.at).slice(0, 16)}</span>,
      hint: t(m.publishedHint),
    },
    {
      label: t(m.next),
      value: <Countdown to={dueAt} />,
      hint: dueAt === undefined ? "" : t(m.nextHint, { time: clockText(dueAt).slice(0, 5) }),
    },
    {
      label: t(m.state),
      value: head === undefined ? wait : num(group(String(head.stateSeq))),
      hint: t(m.stateHint),
    },
    {
      label: t(m.trees),
      value: publication === undefined ? wait : t(m.coinCount, { count: publication.assets.length }),
      hint: leaves === undefined ? "" : t(m.treesHint, { count: leaves }),
    },
  ];
  return <FigureRow figures={figures} testId="proof-stats" />;
}
