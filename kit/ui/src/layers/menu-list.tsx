import { type ReactNode, useState } from "react";
import { Button } from "react-aria-components/Button";
import { Menu as AriaMenu, MenuItem, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import type { PopupProps } from "./opened-later.tsx";

export type MenuEntry = { id: string; label: string; icon?: ReactNode; testId?: string; onAction: () => void };
export type MenuListProps = PopupProps & { entries: readonly MenuEntry[]; head: ReactNode };

export function MenuList(props: MenuListProps & { beginsOpen: boolean }) {
  const [isOpen, setIsOpen] = useState(props.beginsOpen);
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={setIsOpen}>
      <Button
        aria-label={props.buttonLabel}
        {...(props.testId === undefined ? {} : { "data-testid": props.testId })}
        className={props.buttonClassName}
      >
        {props.face}
      </Button>
      <Popover
        placement="bottom end"
        offset={6}
        className="z-menu min-w-48 rounded-panel bg-raised p-1 shadow-raised data-entering:animate-rise-in"
      >
        {props.head}
        <AriaMenu aria-label={props.buttonLabel} className="text-13 outline-none">
          {props.entries.map((entry) => (
            <MenuItem
              key={entry.id}
              id={entry.id}
              textValue={entry.label}
              {...(entry.testId === undefined ? {} : { "data-testid": entry.testId })}
              onAction={entry.onAction}
              className="flex h-9 cursor-pointer items-center gap-2 rounded-control px-2.5 text-ink data-focused:bg-hover"
            >
              {entry.icon !== undefined && <span className="text-muted">{entry.icon}</span>}
              {entry.label}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
