import { classNames } from "@tidemark/kit-ui";
import { Link } from "@tanstack/react-router";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./home-messages.ts";
import { HomeSection, SectionLead } from "./home-section.tsx";
import { ProofTree } from "./proof-tree.tsx";

const columns = [
  { id: "asset", title: m.proofAsset, className: "text-start ps-0" },
  { id: "owed", title: m.proofOwed, className: "text-end max-w768:hidden" },
  { id: "held", title: m.proofHeld, className: "text-end" },
  { id: "cover", title: m.proofCover, className: "text-end pe-0" },
] as const;

/** How funds are proven. The table stays empty until wallets sign: no cover is shown that cannot be checked. */
export function ProofOfFunds({ proofPath }: { proofPath: string }) {
  const t = useTexts();
  return (
    <HomeSection className="grid items-start gap-8 w1024:grid-cols-[5fr_6fr] w1024:gap-16">
      <SectionLead title={t(m.proofTitle)} lead={t(m.proofLead)}>
        <ProofTree />
      </SectionLead>
      <div>
        <table className="w-full border-collapse text-12">
          <thead>
            <tr className="border-b border-line text-muted">
              {columns.map(({ id, title, className }) => (
                <th key={id} scope="col" className={classNames("px-3 py-2.5 font-normal whitespace-nowrap", className)}>
                  {t(title)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr className="border-b border-line">
              <td colSpan={columns.length} className="py-12 text-center">
                <b className="block text-14 font-semibold text-balance">{t(m.proofNoneTitle)}</b>
                <span className="mx-auto mt-1 block max-w-[44ch] text-13 text-balance text-muted">
                  {t(m.proofNone)}
                </span>
              </td>
            </tr>
          </tbody>
        </table>
        <Link
          to={proofPath}
          className="mt-3 inline-block rounded-control text-13 font-medium text-brand underline-offset-3 hover:underline"
        >
          {t(m.proofHow)}
        </Link>
      </div>
    </HomeSection>
  );
}
