import { ChevronLeft, ChevronRight } from "lucide-react";
import { IconButton } from "../buttons/icon-button.tsx";

export type PagerProps = {
  /** Accessible name of the whole. */
  label: string;
  previousLabel: string;
  nextLabel: string;
  page: number;
  pageSize: number;
  total: number;
  /** There are more than `total`: rows are counted up to a bound. */
  isMore?: boolean;
  /** Whether another page follows, where the total does not say it. */
  hasNext?: boolean;
  onPage: (page: number) => void;
};

/** Turns the pages of a list; a list of one page has none. */
export function Pager({ label, previousLabel, nextLabel, page, pageSize, total, onPage, ...more }: PagerProps) {
  const { isMore = false } = more;
  const pages = Math.max(isMore ? page : 1, Math.ceil(total / pageSize));
  const { hasNext = page < pages } = more;
  if (pages === 1) return null;
  return (
    <nav aria-label={label} className="flex items-center justify-end gap-1 px-3 py-1.5 text-12 text-muted">
      <IconButton aria-label={previousLabel} isDisabled={page <= 1} onPress={() => onPage(page - 1)}>
        <ChevronLeft size={16} className="rtl:-scale-x-100" />
      </IconButton>
      <span className="num" aria-current="page">
        {page} / {pages}
        {isMore && "+"}
      </span>
      <IconButton aria-label={nextLabel} isDisabled={!hasNext} onPress={() => onPage(page + 1)}>
        <ChevronRight size={16} className="rtl:-scale-x-100" />
      </IconButton>
    </nav>
  );
}
