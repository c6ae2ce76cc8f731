import type { CampaignRow } from "@tidemark/contracts";
import { Button, EmptyState, Note } from "@tidemark/kit-ui";
import { Ticket } from "lucide-react";
import { useState } from "react";
import { useTexts } from "../../lib/texts.ts";
import { useSession } from "../../session/session.ts";
import { useWatch } from "../../session/watch.ts";
import { type CampaignAct, FundDialog, RunDialog } from "./campaign-acts.tsx";
import { CampaignBuilder } from "./campaign-builder.tsx";
import { type Draft, draftOf, newDraft } from "./campaign-draft.ts";
import { m } from "./campaign-messages.ts";
import { CampaignTable } from "./campaign-table.tsx";

const readEveryMs = 5_000;

/** Campaigns with what they hold and gave, and the builder of a new one. */
export function CampaignsPage() {
  const t = useTexts();
  const session = useSession().data;
  const { data, isPending, problem, readAgain, onProblem } = useWatch("campaignList", {}, readEveryMs);
  const [building, setBuilding] = useState<Draft>();
  const [acting, setActing] = useState<{ row: CampaignRow; act: CampaignAct }>();
  const settled = (): void => void readAgain();
  if (isPending) return <div aria-hidden className="m-5 h-60 animate-pulse rounded-panel bg-skeleton" />;
  if (data === undefined) return <EmptyState icon={<Ticket size={24} />} title={problem ?? ""} hint="" />;
  if (building !== undefined)
    return (
      <CampaignBuilder
        first={building}
        assets={data.assets}
        onProblem={onProblem}
        onMade={() => {
          setBuilding(undefined);
          settled();
        }}
        onClose={() => setBuilding(undefined)}
      />
    );
  const of = { onProblem, onSettled: settled, onClose: () => setActing(undefined) };
  const roles = session?.roles ?? [];
  return (
    <div className="h-full space-y-4 overflow-auto p-5">
      <div className="flex flex-wrap items-center gap-3">
        {roles.includes("markets") && (
          <Button look="primary" size="sm" onPress={() => setBuilding(newDraft(data.at))} data-testid="campaign-new">
            {t(m.create)}
          </Button>
        )}
        <span className="flex-1" />
        {data.seq > 0 && (
          <span className="num text-12 text-muted">{t(m.atSeq, { seq: data.seq.toLocaleString("en-US") })}</span>
        )}
      </div>
      {data.seq === 0 && <Note tone="warn">{t(m.noCore)}</Note>}
      {data.list.length === 0 ? (
        <EmptyState icon={<Ticket size={24} />} title={t(m.none)} hint={t(m.noneHint)} />
      ) : (
        <CampaignTable
          list={data.list}
          roles={roles}
          ownId={session?.id ?? 0}
          onAct={(row, act) => setActing({ row, act })}
          onCopy={(row) => setBuilding(draftOf(row.terms, data.at))}
        />
      )}
      {acting?.act === "fund" && <FundDialog row={acting.row} {...of} />}
      {acting !== undefined && acting.act !== "fund" && <RunDialog row={acting.row} to={acting.act} {...of} />}
    </div>
  );
}
