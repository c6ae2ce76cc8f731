import type { CampaignTerms } from "@tidemark/contracts";
import { Button, Note, toast } from "@tidemark/kit-ui";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { act } from "../../lib/act.ts";
import { ReasonDialog } from "../../lib/reason-dialog.tsx";
import { useTexts } from "../../lib/texts.ts";
import { BuilderFields } from "./builder-fields.tsx";
import { type Draft, termsOf } from "./campaign-draft.ts";
import { m } from "./campaign-messages.ts";
import { PastPreview } from "./past-preview.tsx";

type Props = {
  first: Draft;
  assets: readonly string[];
  onProblem: (problem: Error) => void;
  onMade: () => void;
  onClose: () => void;
};

function FourEyes() {
  const t = useTexts();
  const steps = [
    [m.you, m.makes],
    [m.another, m.starts],
    [m.treasury, m.funds],
  ] as const;
  return (
    <section className="grid gap-2 border-t border-line pt-4">
      <h2 className="text-13 font-semibold">{t(m.twoPeople)}</h2>
      <ol className="grid gap-2 text-12">
        {steps.map(([who, does]) => (
          <li key={who.id} className="rounded-control border border-line px-3 py-2">
            <b className="block font-semibold">{t(who)}</b>
            <span className="text-muted">{t(does)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Terms, what they would have given in the past, and the act that makes a campaign of them. It does not run yet. */
export function CampaignBuilder({ first, assets, onProblem, onMade, onClose }: Props) {
  const t = useTexts();
  const [draft, setDraft] = useState(first);
  const [isAsking, setAsking] = useState(false);
  // One campaign, however often the button is pressed.
  const [requestId, setRequestId] = useState(() => crypto.randomUUID());
  const terms: CampaignTerms | undefined = termsOf(draft);
  const making = useMutation({
    mutationFn: (reason: string) => act("makeCampaign", { requestId, terms: terms!, reason }),
    onSuccess() {
      toast.success(t(m.made, { name: terms!.name }));
      setAsking(false);
      onMade();
    },
    onError: onProblem,
  });
  function change(part: Partial<Draft>): void {
    setDraft((before) => ({ ...before, ...part }));
    setRequestId(crypto.randomUUID());
  }
  return (
    <div
      className="grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto]"
      data-testid="campaign-builder"
    >
      <div className="grid min-h-0 content-start overflow-auto w1200:grid-cols-[minmax(0,1fr)_336px]">
        <div className="min-w-0 px-5 pt-1">
          <BuilderFields draft={draft} assets={assets} onChange={change} />
        </div>
        <aside className="grid content-start gap-4 border-line p-5 w1200:border-s">
          <PastPreview terms={terms} onProblem={onProblem} />
          <FourEyes />
        </aside>
      </div>
      <div className="flex flex-wrap items-center gap-2 border-t border-line px-5 py-2.5">
        <Button
          look="primary"
          size="sm"
          isDisabled={terms === undefined}
          onPress={() => setAsking(true)}
          data-testid="campaign-make"
        >
          {t(m.make)}
        </Button>
        <Button look="ghost" size="sm" onPress={onClose} data-testid="campaign-back">
          {t(m.back)}
        </Button>
        {terms === undefined && <span className="text-12 text-muted">{t(m.incomplete)}</span>}
      </div>
      {isAsking && terms !== undefined && (
        <ReasonDialog
          title={t(m.makeTitle, { name: terms.name })}
          confirm={t(m.make)}
          isPending={making.isPending}
          onConfirm={(reason) => making.mutate(reason)}
          onClose={() => setAsking(false)}
        >
          <Note tone="info">{t(m.makeNote)}</Note>
        </ReasonDialog>
      )}
    </div>
  );
}
