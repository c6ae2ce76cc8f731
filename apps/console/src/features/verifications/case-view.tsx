import type { PersonalData, VerificationCase } from "@tidemark/contracts";
import { Button, Note } from "@tidemark/kit-ui";
import { Eye } from "lucide-react";
import { KeyHint } from "../../lib/key-hint.tsx";
import { useTexts } from "../../lib/texts.ts";
import { waitingTimeText } from "../../lib/waiting-time.ts";
import type { OpenedCase } from "./read-case.ts";
import { fields, kinds, m, parts } from "./verification-messages.ts";

const countryNames = new Intl.DisplayNames(["en"], { type: "region" });
const countryName = (code: string): string => countryNames.of(code) ?? code;

function Pictures({ pictures }: Pick<OpenedCase, "pictures">) {
  const t = useTexts();
  return (
    <ul className="grid grid-cols-[repeat(auto-fit,minmax(220px,1fr))] gap-3">
      {pictures.map(({ part, url }) => (
        <li
          key={part}
          className="overflow-hidden rounded-panel border border-line bg-surface"
          data-testid={`picture-${part}`}
        >
          <p className="border-b border-line px-3 py-2 text-12 text-muted">{t(parts[part])}</p>
          {url === undefined ? (
            <p className="p-6 text-center text-12 text-muted">{t(m.missing)}</p>
          ) : (
            <img src={url} alt={t(parts[part])} className="max-h-90 w-full object-contain" />
          )}
        </li>
      ))}
    </ul>
  );
}

function Typed({ data }: { data: PersonalData }) {
  const t = useTexts();
  return (
    <section className="grid gap-2">
      <h2 className="text-13 font-semibold">{t(m.typed)}</h2>
      <dl className="grid text-12" data-testid="personal-data">
        {(Object.keys(fields) as (keyof PersonalData)[]).map((field) => (
          <div key={field} className="grid h-9 grid-cols-[160px_minmax(0,1fr)] items-center border-t border-line">
            <dt className="text-muted">{t(fields[field])}</dt>
            <dd className="truncate" dir="auto">
              {data[field] === "" ? "–" : data[field]}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

type Props = { one: VerificationCase; opened: OpenedCase | undefined; isOpening: boolean; onOpen: () => void };

/** The case that is decided about: hidden until the reviewer opens it. */
export function CaseView({ one, opened, isOpening, onOpen }: Props) {
  const t = useTexts();
  const { uid, documentKind, documentCountry, tries, submittedAt, suggestion } = one;
  const about = [
    ...(documentKind === null ? [] : [t(kinds[documentKind])]),
    ...(documentCountry === null ? [] : [countryName(documentCountry)]),
    tries <= 1 ? t(m.first) : t(m.tries, { count: tries }),
    t(m.waits, { time: waitingTimeText(t, submittedAt) }),
  ];
  return (
    <div className="grid content-start gap-4 overflow-auto p-5" data-testid="case">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <b className="num text-14 font-semibold">{uid}</b>
        <span className="text-12 text-muted">{about.join(" · ")}</span>
      </p>
      {suggestion !== "" && (
        <Note tone="info">
          {t(m.suggested)}: <b className="font-semibold">{suggestion}</b>. {t(m.neverDecides)}
        </Note>
      )}
      {opened === undefined ? (
        <div className="grid justify-items-start gap-3 rounded-panel border border-line bg-surface p-5">
          <p className="max-w-[60ch] text-12 text-muted">{t(m.hidden)}</p>
          <Button look="ghost" size="sm" isPending={isOpening} onPress={onOpen} data-testid="show-documents">
            <Eye aria-hidden size={14} />
            {t(m.show)}
            <KeyHint name="V" />
          </Button>
        </div>
      ) : (
        <>
          <Pictures pictures={opened.pictures} />
          {opened.data === undefined ? (
            <p className="text-12 text-muted">{t(m.missing)}</p>
          ) : (
            <Typed data={opened.data} />
          )}
        </>
      )}
    </div>
  );
}
