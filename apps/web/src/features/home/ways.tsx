import type { Directory } from "@tidemark/contracts";
import { classNames, Skeleton } from "@tidemark/kit-ui";
import { Link } from "@tanstack/react-router";
import { ArrowRight } from "lucide-react";
import { lazy, type ReactNode, Suspense, useRef } from "react";
import type { SpotMarket } from "../../lib/directory.ts";
import { useWords } from "../../lib/words.ts";
import { amountText } from "./amount-text.ts";
import { FigurePlace } from "./figure-place.tsx";
import { HomeSection, SectionTitle } from "./home-section.tsx";
import { m } from "./home-messages.ts";
import { type Offer, offerOf } from "./offer.ts";
import { saidWith } from "./said-with.tsx";
import { useSeen } from "./use-seen.ts";

const figures = () => import("./ways-figures.tsx");
const MiniatureBook = lazy(async () => ({ default: (await figures()).MiniatureBook }));
const LongFigure = lazy(async () => ({ default: (await figures()).LongFigure }));
const CoinFigure = lazy(async () => ({ default: (await figures()).CoinFigure }));

export type WaysProps = {
  /** Undefined until it is known. */
  listed: Directory | undefined;
  spotMarket: SpotMarket | undefined;
  addresses: { readonly spot: string; readonly derivatives: string; readonly cryptoContract: string };
};

/** Spot, derivatives and crypto contracts, each with something of its own that is true right now. */
export function Ways({ listed, spotMarket, addresses }: WaysProps) {
  const t = useWords();
  const box = useRef<HTMLDivElement>(null);
  const isSeen = useSeen(box);
  const [spot, linear, inverse] = (["SPOT", "LINEAR", "INVERSE"] as const).map((kind) =>
    listed === undefined ? undefined : offerOf(listed, kind),
  );
  const leverage = (offer: Offer): ReactNode =>
    saidWith(t, m.leverageMax, "leverage", <span className="num">{offer.leverageMax}×</span>);
  return (
    <HomeSection>
      <SectionTitle>{t(m.waysTitle)}</SectionTitle>
      <div
        ref={box}
        className="mt-8 grid border-y border-line w768:mt-12 w1200:grid-cols-[minmax(0,1fr)_calc((100%-96px)/3+48px)_minmax(0,1fr)]"
      >
        <Way
          title={t(m.spot)}
          lead={t(m.spotLead)}
          address={addresses.spot}
          facts={[
            [t(m.fees), fact(spot, ({ fees }) => fees)],
            [t(m.pairs), fact(spot, ({ count }) => String(count))],
            [t(m.least), fact(spot, ({ least }) => amountText(least.amount, least.asset))],
          ]}
        >
          {isSeen && spotMarket !== undefined ? <MiniatureBook market={spotMarket} /> : <FigurePlace />}
        </Way>
        <Way
          title={t(m.derivatives)}
          lead={t(m.derivativesLead)}
          address={addresses.derivatives}
          facts={[
            [t(m.fees), fact(linear, ({ fees }) => fees)],
            [t(m.leverage), fact(linear, leverage)],
            [t(m.contracts), fact(linear, namesOrCount)],
          ]}
        >
          {isSeen && listed !== undefined ? <LongFigure listed={listed} /> : <FigurePlace />}
        </Way>
        <Way
          title={t(m.cryptoContract)}
          lead={t(m.cryptoContractLead)}
          address={addresses.cryptoContract}
          facts={[
            [t(m.fees), fact(inverse, ({ fees }) => fees)],
            [t(m.leverage), fact(inverse, leverage)],
            [t(m.contracts), fact(inverse, namesOrCount)],
          ]}
        >
          {isSeen && listed !== undefined ? <CoinFigure listed={listed} /> : <FigurePlace />}
        </Way>
      </div>
    </HomeSection>
  );
}

/** A few are told by name, more by their number. */
const namesOrCount = ({ titles, count }: Offer): string => (count <= 3 ? titles.join(", ") : String(count));

function fact(offer: Offer | undefined, print: (offer: Offer) => ReactNode): ReactNode {
  if (offer === undefined) return <Skeleton>0.02% / 0.055%</Skeleton>;
  const said = print(offer);
  return typeof said === "string" ? <span className="num">{said}</span> : said;
}

type WayProps = {
  title: string;
  lead: string;
  address: string;
  facts: readonly (readonly [string, ReactNode])[];
  children: ReactNode;
};

/** The title is the link and the whole column answers to it. */
function Way({ title, lead, address, facts, children }: WayProps) {
  return (
    <article
      className={classNames(
        "group/way relative grid content-start gap-x-8 gap-y-2 border-line py-6 transition-colors not-first:border-t hover:bg-surface",
        "w768:max-w1200:grid-cols-[minmax(0,1fr)_368px] w1200:grid-rows-[auto_auto_auto_1fr] w1200:gap-y-4 w1200:px-6 w1200:not-first:border-s w1200:not-first:border-t-0 w1200:first:ps-0 w1200:last:pe-0",
      )}
    >
      <h3 className="text-20 leading-6 font-semibold tracking-[-0.015em]">
        <Link
          to={address}
          className="flex items-center gap-2 after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-brand"
        >
          {title}
          <span className="transition-[translate] group-hover/way:translate-x-0.75 rtl:group-hover/way:-translate-x-0.75">
            <ArrowRight aria-hidden size={16} className="flip text-muted" />
          </span>
        </Link>
      </h3>
      <p className="leading-[1.55] text-muted w1200:min-h-11">{lead}</p>
      <div
        dir="ltr"
        className="h-44 min-w-0 text-12 w768:max-w1200:col-start-2 w768:max-w1200:row-span-3 w768:max-w1200:row-start-1 w1200:mt-2"
      >
        <Suspense fallback={<FigurePlace />}>{children}</Suspense>
      </div>
      <dl className="grid content-end gap-2.5 pt-3 text-13">
        {facts.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-4">
            <dt className="text-muted">{label}</dt>
            <dd className="text-end font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </article>
  );
}
