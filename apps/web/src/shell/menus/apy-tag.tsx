import { Tag } from "@tidemark/kit-ui";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "../shell-messages.ts";
import { From, type Source } from "../slots.tsx";

/** The annual rate of an entry, once it is known. */
export function ApyTag({ source }: { source: Source<string> | undefined }) {
  const t = useTexts();
  return (
    <From source={source}>
      {(rate) =>
        rate === undefined ? null : (
          <Tag tone="brand">
            <span className="num">{t(m.apy, { rate })}</span>
          </Tag>
        )
      }
    </From>
  );
}
