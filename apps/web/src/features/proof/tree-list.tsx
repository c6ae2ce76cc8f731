import { Button, PageTable, Tag } from "@tidemark/kit-ui";
import { group } from "@tidemark/money";
import { dateText } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { narrowCell, TimeCell } from "../../lib/wallet/history-cells.tsx";
import { HistorySection, type HistoryState } from "../../lib/wallet/history-section.tsx";
import { CopiedHash } from "./hash-text.tsx";
import { m } from "./proof-messages.ts";
import type { Head } from "./proof-queries.ts";

type TreeListProps = HistoryState & {
  /** Undefined until loaded. */
  heads: readonly Head[] | undefined;
  shownSeq: number | undefined;
  onShow: (stateSeq: number) => void;
};

/** Every tree that was published, the newest first. */
export function TreeList({ heads, shownSeq, onShow, ...state }: TreeListProps) {
  const t = useTexts();
  const cellOf = ({ stateSeq, stateHash, at, hasLeaves }: Head, column: string) => {
    switch (column) {
      case "time":
        return <TimeCell at={at} />;
      case "sequence":
        return <span className="num">{group(String(stateSeq))}</span>;
      case "hash":
        return <CopiedHash hash={stateHash} label={t(m.copyHash, { seq: String(stateSeq) })} doneLabel={t(m.copied)} />;
      case "status":
        return <Tag tone={hasLeaves ? "brand" : "neutral"}>{t(hasLeaves ? m.kept : m.rootsOnly)}</Tag>;
      default:
        return stateSeq === shownSeq ? (
          <span className="text-12 text-muted">{t(m.shown)}</span>
        ) : (
          <Button
            look="ghost"
            size="sm"
            aria-label={t(m.showTree, { time: dateText(at).slice(0, 16) })}
            onPress={() => onShow(stateSeq)}
            data-testid="tree-show"
          >
            {t(m.show)}
          </Button>
        );
    }
  };
  return (
    <HistorySection
      {...state}
      title={t(m.earlier)}
      failed={t(m.failed)}
      empty={t(m.none)}
      emptyHint={t(m.noneHint)}
      count={heads?.length}
    >
      <p className="text-13 text-pretty text-muted">{t(m.earlierHint)}</p>
      <PageTable
        label={t(m.earlier)}
        rows={heads ?? []}
        keyOf={({ stateSeq }) => String(stateSeq)}
        cellOf={cellOf}
        rowTestId="tree-row"
        isDense
        columns={[
          { id: "time", label: t(m.time), className: narrowCell },
          { id: "sequence", label: t(m.sequence), align: "end", className: narrowCell },
          { id: "hash", label: t(m.stateHash), align: "end", className: "max-w980:hidden" },
          { id: "status", label: t(m.status), align: "end", className: "max-w768:hidden" },
          { id: "show", label: t(m.show), align: "end", isLabelHidden: true },
        ]}
      />
    </HistorySection>
  );
}
