import { Disclosure } from "@tidemark/kit-ui";
import { ExternalLink } from "lucide-react";
import { apiOrigin } from "../../lib/client/page-hosts.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./api-messages.ts";

const signed = 'time + "\\n" + nonce + "\\n" + "POST" + "\\n" + "/path?query" + "\\n" + body';

/** A short introduction; the API reference has the rest. */
export function SigningGuide() {
  const t = useTexts();
  const headers = [
    { name: "TM-KEY", texts: t(m.apiKey) },
    { name: "TM-TIME", texts: t(m.howTime) },
    { name: "TM-NONCE", texts: t(m.howNonce) },
    { name: "TM-SIGN", texts: t(m.howSign) },
  ];
  return (
    <Disclosure title={t(m.howTo)} look="row">
      <div className="grid gap-4">
        <p className="max-w-[72ch] text-pretty">{t(m.howLead)}</p>
        <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-6 gap-y-2">
          {headers.map(({ name, texts }) => (
            <div key={name} className="contents">
              <dt dir="ltr" className="text-start font-medium text-ink">
                {name}
              </dt>
              <dd>{texts}</dd>
            </div>
          ))}
        </dl>
        <pre dir="ltr" className="overflow-x-auto rounded-control bg-surface px-3 py-2.5 text-start text-12 text-ink">
          {signed}
        </pre>
        <a
          href={`${apiOrigin()}/docs`}
          target="_blank"
          rel="noreferrer"
          className="inline-flex items-center gap-1.5 justify-self-start rounded-control font-medium text-brand hover:underline"
        >
          {t(m.docs)}
          <ExternalLink aria-hidden size={14} className="flip" />
        </a>
      </div>
    </Disclosure>
  );
}
