import type { InstrumentList } from "@tidemark/contracts";
import { classNames, Skeleton } from "@tidemark/kit-ui";
import { Link } from "@tanstack/react-router";
import { ArrowRight } from "lucide-react";
import { lazy, type ReactNode, Suspense, useRef } from "react";
import type { Market } from "../../../lib/markets/market.ts";
import { useTexts } from "../../../lib/i18n/texts.ts";
import { amountText } from "../../../lib/format/amount-text.ts";
import { FigureSkeleton } from "../../../lib/plot/figure-skeleton.tsx";
import { HomeSection, SectionTitle } from "../home-section.tsx";
import { m } from "../home-messages.ts";
import { type Offer, offerOf } from "./offer.ts";
import { textWith } from "../text-with.tsx";
import { useNearViewport } from "../use-near-viewport.ts";

const figures = () => import("./product-figures.tsx");
const MiniatureBook = lazy(async () => ({ default: (await figures()).MiniatureBook }));
const LongFigure = lazy(async () => ({ default: (await figures()).LongFigure }));
const CoinFigure = lazy(async () => ({ default: (await figures()).CoinFigure }));

export type ProductsProps = {
  /** Undefined until loaded. */
  listed: InstrumentList | undefined;
  spotMarket: Market | undefined;
  paths: { readonly spot: string; readonly derivatives: string; readonly cryptoContract: string };
};

/** Spot, derivatives and crypto contracts, each with a live figure. */
export function Products({ listed, spotMarket, paths }: ProductsProps) {
  const t = useTexts();
  const box = useRef<HTMLDivElement>(null);
  const isNear = useNearViewport(box);
  const [spot, linear, inverse] = (["SPOT", "LINEAR", "INVERSE"] as const).map((kind) =>
    listed === undefined ? undefined : offerOf(listed, kind),
  );
  const leverage = (offer: Offer): ReactNode =>
    textWith(t, m.leverageMax, "leverage", <span className="num">{offer.leverageMax}×</span>);
  return (
    <HomeSection>
      <SectionTitle>{t(m.waysTitle)}</SectionTitle>
      <div
        ref={box}
        className="mt-8 grid border-y border-line w768:mt-12 w1200:grid-cols-[minmax(0,1fr)_calc((100%-96px)/3+48px)_minmax(0,1fr)]"
      >
        <Product
          title={t(m.spot)}
          lead={t(m.spotLead)}
          path={paths.spot}
          facts={[
            [t(m.fees), fact(spot, ({ fees }) => fees)],
            [t(m.pairs), fact(spot, ({ count }) => String(count))],
            [t(m.least), fact(spot, ({ least }) => amountText(least.amount, least.asset))],
          ]}
        >
          {isNear && spotMarket !== undefined ? <MiniatureBook market={spotMarket} /> : <FigureSkeleton />}
        </Product>
        <Product
          title={t(m.derivatives)}
          lead={t(m.derivativesLead)}
          path={paths.derivatives}
          facts={[
            [t(m.fees), fact(linear, ({ fees }) => fees)],
            [t(m.leverage), fact(linear, leverage)],
            [t(m.contracts), fact(linear, namesOrCount)],
          ]}
        >
          {isNear && listed !== undefined ? <LongFigure listed={listed} /> : <FigureSkeleton />}
        </Product>
        <Product
          title={t(m.cryptoContract)}
          lead={t(m.cryptoContractLead)}
          path={paths.cryptoContract}
          facts={[
            [t(m.fees), fact(inverse, ({ fees }) => fees)],
            [t(m.leverage), fact(inverse, leverage)],
            [t(m.contracts), fact(inverse, namesOrCount)],
          ]}
        >
          {isNear && listed !== undefined ? <CoinFigure listed={listed} /> : <FigureSkeleton />}
        </Product>
      </div>
    </HomeSection>
  );
}

/** Up to three are listed by name, more are counted. */
const namesOrCount = ({ titles, count }: Offer): string => (count <= 3 ? titles.join(", ") : String(count));

function fact(offer: Offer | undefined, print: (offer: Offer) => ReactNode): ReactNode {
  if (offer === undefined) return <Skeleton>0.02% / 0.055%</Skeleton>;
  const text = print(offer);
  return typeof text === "string" ? <span className="num">{text}</span> : text;
}

type ProductProps = {
  title: string;
  lead: string;
  path: string;
  facts: readonly (readonly [string, ReactNode])[];
  children: ReactNode;
};

/** The title is the link and the whole column answers to it. */
function Product({ title, lead, path, facts, children }: ProductProps) {
  return (
    <article
      className={classNames(
        "group/way relative grid content-start gap-x-8 gap-y-2 border-line py-6 transition-colors not-first:border-t hover:bg-surface",
        "w768:max-w1200:grid-cols-[minmax(0,1fr)_368px] w1200:grid-rows-[auto_auto_auto_1fr] w1200:gap-y-4 w1200:px-6 w1200:not-first:border-s w1200:not-first:border-t-0 w1200:first:ps-0 w1200:last:pe-0",
      )}
    >
      <h3 className="text-20 leading-6 font-semibold tracking-[-0.015em]">
        <Link
          to={path}
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
        <Suspense fallback={<FigureSkeleton />}>{children}</Suspense>
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
