import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import { Disclosure as AriaDisclosure, DisclosurePanel } from "react-aria-components/Disclosure";
import { Heading } from "react-aria-components/Heading";
import { classNames } from "../theme/class-names.ts";

export type DisclosureProps = {
  title: ReactNode;
  /** Open at first. */
  beginsOpen?: boolean;
  /** `line` is a text with an arrow in a form; `row` is a full-width row of an accordion. */
  look?: "line" | "row";
  children: ReactNode;
};

/** A collapsible section. */
export function Disclosure({ title, beginsOpen = false, look = "line", children }: DisclosureProps) {
  const isRow = look === "row";
  return (
    <AriaDisclosure defaultExpanded={beginsOpen} className={classNames("group", isRow && "border-b border-line")}>
      <Heading level={3} className="flex text-13 font-medium tracking-normal">
        <Button
          slot="trigger"
          className={classNames(
            "inline-flex items-center gap-1.5 rounded-control text-start",
            isRow ? "min-h-12 w-full justify-between gap-3 text-14" : "text-muted data-hovered:text-ink",
          )}
        >
          {title}
          <ChevronDown
            aria-hidden
            size={isRow ? 16 : 14}
            className="flex-none text-muted transition-transform group-data-expanded:rotate-180"
          />
        </Button>
      </Heading>
      <DisclosurePanel
        className={classNames("text-13 text-muted", isRow ? "group-data-expanded:pb-4" : "group-data-expanded:pt-2")}
      >
        {children}
      </DisclosurePanel>
    </AriaDisclosure>
  );
}
