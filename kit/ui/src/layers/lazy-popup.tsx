import {
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import { Button, type ButtonProps } from "react-aria-components/Button";
import { reportPopupFailed } from "./popup-failure.ts";

/** The button props of a popup. The label may be absent if the face is text. */
export type PopupProps = {
  buttonClassName: string;
  buttonLabel: string | undefined;
  testId?: string | undefined;
  /** The id of the button's description: a hint or a problem. */
  noteId?: string | undefined;
  face: ReactNode;
};

/** Props of the popup's button, the same before and after the popup is loaded. */
export const faceProps = ({ buttonLabel, buttonClassName, testId, noteId, face }: PopupProps): ButtonProps => ({
  ...(buttonLabel === undefined ? {} : { "aria-label": buttonLabel }),
  ...(testId === undefined ? {} : { "data-testid": testId }),
  ...(noteId === undefined ? {} : { "aria-describedby": noteId }),
  className: buttonClassName,
  children: face,
});

/**
 * The state of a popup that replaced its plain button, perhaps during the very press that opens it. The new button takes the focus first,
 * so that closing can return it: the old one is gone.
 */
export function usePopup(beginsOpen: boolean): {
  button: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  setIsOpen: (isOpen: boolean) => void;
} {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (!beginsOpen) return;
    button.current?.focus();
    // oxlint-disable-next-line react/set-state-in-effect -- the button must have the focus before it opens
    setIsOpen(true);
  }, [beginsOpen]);
  return { button, isOpen, setIsOpen };
}

/**
 * A popup whose code is loaded on hover or focus: the plain button renders at once; when it is pressed, the real one replaces it and opens.
 * Lists, overlays and focus handling are half of the library's size.
 */
export function lazyPopup<Props extends PopupProps>(
  load: () => Promise<ComponentType<Props & { beginsOpen: boolean }>>,
) {
  type Real = ComponentType<Props & { beginsOpen: boolean }>;
  let loaded: Real | undefined;
  const prepare = (): void => void load().catch(() => undefined);
  return function Popup(props: Props) {
    const [shown, setShown] = useState<{ readonly Real: Real; readonly beginsOpen: boolean } | undefined>(
      loaded && { Real: loaded, beginsOpen: false },
    );
    const isWanted = useRef(false);
    const open = (): void => {
      isWanted.current = true;
      load().then(
        (Real) => {
          loaded = Real;
          if (isWanted.current) setShown({ Real, beginsOpen: true });
        },
        () => {
          // The next press tries again.
          if (isWanted.current) reportPopupFailed();
          isWanted.current = false;
        },
      );
    };
    if (shown !== undefined) return <shown.Real {...props} beginsOpen={shown.beginsOpen} />;
    return (
      <Button
        {...faceProps(props)}
        aria-haspopup="true"
        onHoverStart={prepare}
        onFocus={prepare}
        onPress={open}
        onKeyDown={({ key }: KeyboardEvent) => {
          // The user cancelled while it was loading: nothing opens.
          if (key === "Escape") isWanted.current = false;
        }}
      />
    );
  };
}
