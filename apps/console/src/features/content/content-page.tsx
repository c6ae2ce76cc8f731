import { EmptyState, Segmented } from "@tidemark/kit-ui";
import { useQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { useState } from "react";
import { answerOf } from "../../lib/client.ts";
import { PageLoading } from "../../lib/page-loading.tsx";
import { useTexts } from "../../lib/texts.ts";
import { useReadProblem } from "../../session/problems.ts";
import { useSession } from "../../session/session.ts";
import { Configs } from "./configs.tsx";
import { m } from "./content-messages.ts";
import { Flags } from "./flags.tsx";
import { Trials } from "./trials.tsx";
import { Waiting } from "./waiting.tsx";

type Section = "configs" | "trials" | "flags";

/** What traders' pages are made of: files of each site with their menus, trials and flags. */
export function ContentPage() {
  const t = useTexts();
  const session = useSession();
  const [section, setSection] = useState<Section>("configs");
  const content = useQuery({ queryKey: ["content"], queryFn: () => answerOf("contentOverview", {}) });
  const { error } = content;
  useReadProblem(error);
  if (content.isPending) return <PageLoading />;
  if (content.data === undefined)
    return <EmptyState icon={<FileText size={24} />} title={error?.message ?? ""} hint="" />;
  const { configs, strategies, countryFlags, userFlags, waiting } = content.data;
  return (
    <div className="grid h-full content-start gap-5 overflow-auto p-5" data-testid="content">
      <Waiting waiting={waiting} ownId={session.data?.id ?? 0} />
      <Segmented<Section>
        label={t(m.sections)}
        items={[
          { id: "configs", label: t(m.configs), testId: "section-configs" },
          { id: "trials", label: t(m.trials), testId: "section-trials" },
          { id: "flags", label: t(m.flags), testId: "section-flags" },
        ]}
        selected={section}
        onSelect={setSection}
        size="switch"
        className="justify-self-start"
      />
      {section === "configs" && <Configs configs={configs} />}
      {section === "trials" && <Trials strategies={strategies} />}
      {section === "flags" && <Flags countryFlags={countryFlags} userFlags={userFlags} />}
    </div>
  );
}
