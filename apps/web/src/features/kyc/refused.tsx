import {
  partsOf,
  partsToRepeat,
  type VerificationPart,
  verificationTriesMax,
  verifiedAgeMin,
} from "@tidemark/contracts";
import { Button, Note } from "@tidemark/kit-ui";
import { Camera, Check, CircleAlert, Pencil } from "lucide-react";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { Verification } from "../../session/verification.ts";
import { again, picture, refused, refusedHow, steps } from "./kyc-messages.ts";
import { closedBecause } from "./verification-steps.ts";

const partNames = { data: steps.data, front: again.front, back: again.back, selfie: steps.selfie } as const;

type PartRowProps = { part: VerificationPart; isKept: boolean; isClosed: boolean; onSend: () => void };

function PartRow({ part, isKept, isClosed, onSend }: PartRowProps) {
  const t = useTexts();
  const Sign = isKept ? Check : CircleAlert;
  const name = t(partNames[part]);
  return (
    <li
      className="flex min-h-13 items-center justify-between gap-4 border-b border-line py-2"
      data-testid={`kyc-part-${part}`}
    >
      <span className="flex min-w-0 items-center gap-2.5 text-14">
        <Sign aria-hidden size={16} className={isKept ? "flex-none text-brand" : "flex-none text-warn"} />
        {name}
      </span>
      {isKept || isClosed ? (
        <span className="flex-none text-13 text-muted">{t(isKept ? again.accepted : again.missing)}</span>
      ) : (
        <Button
          look="primary"
          size="sm"
          onPress={onSend}
          aria-label={`${t(part === "data" ? again.enter : picture.takeAgain)}: ${name}`}
          data-testid={`kyc-again-${part}`}
        >
          {part === "data" ? <Pencil aria-hidden size={14} /> : <Camera aria-hidden size={14} />}
          {t(part === "data" ? again.enter : picture.takeAgain)}
        </Button>
      )}
    </li>
  );
}

type RefusedProps = { row: Verification; onSend: (part: VerificationPart) => void };

/** The one cause of the refusal, what was accepted, and what has to be sent again. */
export function Refused({ row, onSend }: RefusedProps) {
  const t = useTexts();
  const { reason, kept, documentKind, tries } = row;
  const closed = closedBecause(reason, tries);
  const years = { years: verifiedAgeMin };
  const parts = partsOf(documentKind ?? "identityCard");
  const repeats = reason === null ? [] : partsToRepeat(reason);
  return (
    <div className="mt-6 grid max-w-160 gap-2" data-testid="kyc-refused" data-reason={reason ?? ""}>
      {reason !== null && (
        <Note tone="warn" className="p-4">
          <p className="font-semibold text-ink">{t(refused[reason], years)}</p>
          <p className="mt-1 leading-5 text-pretty text-muted">
            {t(refusedHow[reason], years)}
            {repeats.length > 0 && repeats.length < parts.length && ` ${t(again.kept)}`}
          </p>
        </Note>
      )}
      <ul>
        {parts.map((part) => (
          <PartRow
            key={part}
            part={part}
            isKept={kept.includes(part)}
            isClosed={closed !== undefined}
            onSend={() => onSend(part)}
          />
        ))}
      </ul>
      <p className="mt-2 text-12 leading-5 text-pretty text-muted" data-testid="kyc-tries">
        {closed === "final"
          ? t(again.final)
          : closed === "tries"
            ? t(again.noTries, { allowed: verificationTriesMax })
            : t(again.tries, { used: tries, allowed: verificationTriesMax, code: reason ?? "" })}
      </p>
    </div>
  );
}
