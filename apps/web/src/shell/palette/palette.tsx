import { classNames } from "@tidemark/kit-ui";
import { ArrowRight, ChartCandlestick, Search, Zap } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Autocomplete } from "react-aria-components/Autocomplete";
import { Dialog } from "react-aria-components/Dialog";
import { Header } from "react-aria-components/Header";
import { Input } from "react-aria-components/Input";
import { ListBox, ListBoxItem, ListBoxSection } from "react-aria-components/ListBox";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { TextField } from "react-aria-components/TextField";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./palette-messages.ts";
import { answering, type Command, type CommandGroup, groupsIn } from "./palette-rules.ts";
import { useCommands } from "./use-commands.ts";

const groups = {
  markets: { title: m.markets, Icon: ChartCandlestick },
  pages: { title: m.pages, Icon: ArrowRight },
  actions: { title: m.actions, Icon: Zap },
} as const satisfies Record<CommandGroup, unknown>;

/** The search field of the list; the toolkit connects the two. */
const combobox = { role: "combobox", "aria-expanded": true } as const;

/** The command palette: type, choose by arrow keys, Enter. */
export function Palette({ close }: { close: () => void }) {
  const t = useTexts();
  const commands = useCommands();
  const [typed, setTyped] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const found = answering(commands, typed);
  const run = (id: string) => {
    close();
    commands.find((command) => command.id === id)?.run();
  };
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(isOpen) => !isOpen && close()}
      className="fixed inset-0 z-modal bg-scrim data-entering:animate-fade-in"
    >
      <Modal className="layer mx-auto mt-3 flex max-h-[calc(var(--visual-viewport-height)-24px)] w-[calc(100%-24px)] max-w-140 flex-col overflow-hidden rounded-dialog shadow-raised data-entering:animate-rise-in w768:mt-[12vh] w768:max-h-[70vh]">
        <Dialog aria-label={t(m.title)} data-testid="palette" className="flex min-h-0 flex-col outline-none">
          <Autocomplete inputValue={typed} onInputChange={setTyped}>
            <TextField aria-label={t(m.title)} className="flex flex-none items-center gap-3 border-b border-line px-4">
              <Search aria-hidden size={18} className="flex-none text-muted" />
              <Input
                ref={field}
                {...combobox}
                placeholder={t(m.placeholder)}
                className="h-13 min-w-0 flex-1 bg-transparent text-16 outline-none"
                data-testid="palette-input"
              />
              <kbd className="flex-none rounded-tag px-1.5 font-sans text-11 text-muted ring-1 ring-line-strong max-w768:hidden">
                Esc
              </kbd>
            </TextField>
            <ListBox
              aria-label={t(m.title)}
              className="min-h-0 overflow-auto pb-2 outline-none w768:h-90"
              onAction={(key) => run(String(key))}
              renderEmptyState={() => <p className="px-4 py-8 text-center text-13 text-muted">{t(m.nothing)}</p>}
            >
              {groupsIn(found).map((group) => (
                <ListBoxSection key={group} id={group}>
                  <Header className="px-4 pt-3 pb-1 text-12 text-muted">{t(groups[group].title)}</Header>
                  {found
                    .filter((command) => command.group === group)
                    .map((command) => (
                      <Line key={command.id} command={command} />
                    ))}
                </ListBoxSection>
              ))}
            </ListBox>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Line({ command: { id, group, title, section } }: { command: Command }) {
  const { Icon } = groups[group];
  return (
    <ListBoxItem
      id={id}
      textValue={title}
      className="mx-2 flex min-h-9 cursor-pointer items-center gap-3 rounded-control px-2 text-14 outline-none data-focused:bg-hover max-w768:min-h-11"
    >
      <Icon aria-hidden size={16} strokeWidth={1.75} className="flip flex-none text-muted" />
      <span className={classNames("truncate", group === "markets" && "num")}>{title}</span>
      {section !== undefined && section !== "" && (
        <span className="ms-auto flex-none truncate text-12 text-muted">{section}</span>
      )}
    </ListBoxItem>
  );
}
