import { withdrawalDayLimits, type UserInfo } from "@tidemark/contracts";
import { Button, buttonClassName, Skeleton, Tag, type TagTone, toast } from "@tidemark/kit-ui";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Check } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { shown } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { type KycLabel, kycLabelOf } from "../../session/user.ts";
import { useVerification, type Verification as Row } from "../../session/verification.ts";
import { VerificationForm } from "./form/verification-form.tsx";
import { levels as levelTexts, m } from "./kyc-messages.ts";
import { Levels } from "./levels.tsx";
import { Pending } from "./pending.tsx";
import { Refused } from "./refused.tsx";
import { type FormStep, stepOf } from "./verification-steps.ts";

const tags = {
  unverified: { texts: m.unverified, tone: "neutral" },
  pending: { texts: m.pending, tone: "info" },
  failed: { texts: m.failed, tone: "warn" },
  verified: { texts: m.verified, tone: "brand" },
} as const satisfies Record<KycLabel, { texts: unknown; tone: TagTone }>;

/** The end of a review is said while the page is open, and all that depends on the level is asked again. */
function useDecision(row: Row | undefined): void {
  const t = useTexts();
  const queries = useQueryClient();
  const label = row === undefined ? undefined : kycLabelOf(row.status);
  const before = useRef(label);
  useEffect(() => {
    const [was, is] = [before.current, label];
    before.current = label;
    if (was === undefined || is === undefined || was === is) return;
    if (is === "verified") toast.success(t(m.nowVerified));
    if (is === "failed") toast.info(t(m.nowRefused));
    void queries.invalidateQueries({ queryKey: ["own"] });
  }, [label, queries, t]);
}

function Head({ status, children }: { status: number; children?: ReactNode }) {
  const t = useTexts();
  const label = kycLabelOf(status);
  const { texts, tone } = tags[label];
  return (
    <header className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="text-28 leading-9 font-semibold tracking-[-0.025em] max-w768:text-20">{t(m.title)}</h1>
        <span data-testid="kyc-status" data-status={status} className="flex">
          <Tag tone={tone} icon={label === "verified" ? <Check aria-hidden /> : undefined}>
            {t(texts)}
          </Tag>
        </span>
      </div>
      {children !== undefined && <p className="max-w-[64ch] text-14 leading-5 text-pretty text-muted">{children}</p>}
    </header>
  );
}

function LevelsBelow({ level }: { level: number }) {
  const t = useTexts();
  return (
    <section className="mt-12" aria-labelledby="kyc-levels">
      <h2 id="kyc-levels" className="pb-4 text-16 font-semibold tracking-[-0.01em]">
        {t(levelTexts.title)}
      </h2>
      <Levels level={level} />
    </section>
  );
}

/** The form that was opened after this submission; the next submission ends it, and what is asked after a refusal is another one. */
type OpenForm = { readonly after: number; readonly at: FormStep | undefined };

function Begin({ row, onOpen }: { row: Row; onOpen: (form: OpenForm) => void }) {
  const t = useTexts();
  return (
    <>
      <Head status={row.status}>{t(m.lead)}</Head>
      <div className="mt-6">
        <Levels
          level={row.level}
          action={
            <Button
              look="primary"
              onPress={() => onOpen({ after: row.submittedAt, at: undefined })}
              data-testid="kyc-start"
            >
              {t(row.kept.length === 0 ? m.start : m.next)}
            </Button>
          }
        />
      </div>
    </>
  );
}

function Verified({ row }: { row: Row }) {
  const t = useTexts();
  return (
    <>
      <Head status={row.status}>{t(m.verifiedLead, { limit: shown(withdrawalDayLimits[row.level] ?? "0", 0) })}</Head>
      <Link to="/personal/withdrawal" className={buttonClassName("primary", "md", "mt-4")}>
        {t(m.withdraw)}
      </Link>
      <LevelsBelow level={row.level} />
    </>
  );
}

function Loading({ user }: { user: UserInfo }) {
  const t = useTexts();
  return (
    <>
      <Head status={user.kycStatus} />
      <p className="mt-2 text-14">
        <Skeleton>{t(m.lead)}</Skeleton>
      </p>
    </>
  );
}

/** Where the verification stands, and what the user can do about it. It follows reviews by itself. */
export function Verification({ user }: { user: UserInfo }) {
  const row = useVerification();
  const [form, setForm] = useState<OpenForm>();
  useDecision(row);
  const isOpen = row?.level === 0 && (row.state === "DRAFT" || row.state === "REFUSED");
  if (row === undefined) return <Loading user={user} />;
  if (row.level > 0) return <Verified row={row} />;
  if (isOpen && form?.after === row.submittedAt) return <VerificationForm row={row} beginsAt={form.at} />;
  if (row.state === "DRAFT") return <Begin row={row} onOpen={setForm} />;
  if (row.state === "REFUSED")
    return (
      <>
        <Head status={row.status} />
        <Refused row={row} onSend={(part) => setForm({ after: row.submittedAt, at: stepOf(part) })} />
        <LevelsBelow level={row.level} />
      </>
    );
  return (
    <>
      <Head status={row.status} />
      <Pending row={row} />
      <LevelsBelow level={row.level} />
    </>
  );
}
