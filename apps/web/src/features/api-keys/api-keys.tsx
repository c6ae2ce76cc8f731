import { EmptyState, Note, Skeleton } from "@tidemark/kit-ui";
import { KeyRound } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useLive, userLive } from "../../lib/client/live.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { ListPageHead } from "../../lib/lists/list-page-head.tsx";
import { useChange } from "../../session/use-change.ts";
import { useUser } from "../../session/user.ts";
import { m } from "./api-messages.ts";
import { SigningGuide } from "./signing-guide.tsx";
import type { ApiKey, NewApiKey } from "./key-dialog.tsx";
import { KeyTable } from "./key-table.tsx";

const CreateKey = lazy(async () => ({ default: (await import("./key-dialog.tsx")).CreateKey }));
const EditKey = lazy(async () => ({ default: (await import("./key-dialog.tsx")).EditKey }));
const CreatedDialog = lazy(async () => ({ default: (await import("./created-dialog.tsx")).CreatedDialog }));
const AskDialog = lazy(async () => ({ default: (await import("../../lib/dialogs/form-dialog.tsx")).AskDialog }));

type Open =
  | { readonly kind: "create" }
  | { readonly kind: "edit" | "remove"; readonly key: ApiKey }
  | { readonly kind: "made"; readonly made: NewApiKey };

function RemoveKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const t = useTexts();
  const change = useChange("removeApiKey", { doneText: t(m.removed) });
  return (
    <AskDialog
      title={t(m.removeAsk, { name: apiKey.label })}
      submitLabel={t(m.remove)}
      isPending={change.isPending}
      onSubmit={() => void change.submit({ key: apiKey.key }).finally(onClose)}
      onClose={onClose}
      testId="api-remove"
    >
      <p>{t(m.removeHint)}</p>
    </AskDialog>
  );
}

function Opened({ open, onOpen }: { open: Open; onOpen: (open: Open | undefined) => void }) {
  const close = () => onOpen(undefined);
  switch (open.kind) {
    case "create":
      return <CreateKey onClose={close} onMade={(made) => onOpen({ kind: "made", made })} />;
    case "made":
      return <CreatedDialog made={open.made} onClose={close} />;
    case "edit":
      return <EditKey apiKey={open.key} onClose={close} />;
    case "remove":
      return <RemoveKey apiKey={open.key} onClose={close} />;
  }
}

/** The account's API keys. */
export function ApiKeys() {
  const t = useTexts();
  const [open, setOpen] = useState<Open>();
  const userId = useUser()?.userId;
  const { state, rows, problem } = useLive(userId === undefined ? undefined : userLive("apiKeys", userId));
  const keys = state === "loading" ? undefined : rows.toSorted((a, b) => b.madeAt - a.madeAt);
  return (
    <>
      <ListPageHead
        title={t(m.title)}
        lead={t(m.lead)}
        addLabel={t(m.create)}
        onAdd={() => setOpen({ kind: "create" })}
        testId="api-create-open"
      />
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6">
        {keys === undefined ? (
          <div className="py-6 text-13">
            {problem !== undefined ? (
              t(m.failed)
            ) : (
              <Skeleton>{"market_maker_1 · Read · Trade · 203.0.113.14"}</Skeleton>
            )}
          </div>
        ) : keys.length === 0 ? (
          <div className="border-y border-line py-6">
            <EmptyState icon={<KeyRound aria-hidden size={28} />} title={t(m.emptyTitle)} hint={t(m.emptyHint)} />
          </div>
        ) : (
          <KeyTable
            keys={keys}
            onEdit={(key) => setOpen({ kind: "edit", key })}
            onRemove={(key) => setOpen({ kind: "remove", key })}
          />
        )}
        <Note tone="info">{t(m.note)}</Note>
        <SigningGuide />
      </div>
      {open !== undefined && (
        <Suspense>
          <Opened open={open} onOpen={setOpen} />
        </Suspense>
      )}
    </>
  );
}
