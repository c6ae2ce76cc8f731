import { Button, EmptyState } from "@tidemark/kit-ui";
import { CloudOff } from "lucide-react";
import { Component, type ComponentType, lazy, type ReactNode, Suspense, useEffect, useReducer } from "react";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./terminal-messages.ts";

type PanelBoundaryProps = { failure: (retry: () => void) => ReactNode; onRetry: () => void; children: ReactNode };

/** Keeps the error of one panel from the others: book and ticket stay while the dock cannot be shown. */
class PanelBoundary extends Component<PanelBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError() {
    return { hasFailed: true };
  }
  readonly retry = (): void => {
    this.props.onRetry();
    this.setState({ hasFailed: false });
  };
  override render() {
    return this.state.hasFailed ? this.props.failure(this.retry) : this.props.children;
  }
}

function PanelFailure({ onRetry }: { onRetry: () => void }) {
  const t = useTexts();
  useEffect(() => {
    addEventListener("online", onRetry);
    return () => removeEventListener("online", onRetry);
  }, [onRetry]);
  return (
    <div role="alert" className="grid h-full place-items-center">
      <EmptyState icon={<CloudOff size={24} strokeWidth={1.5} />} title={t(m.panelFailed)} hint={t(m.panelFailedHint)}>
        <Button onPress={onRetry} data-testid="panel-retry">
          {t(m.loadAgain)}
        </Button>
      </EmptyState>
    </div>
  );
}

/** A panel that is loaded when it is needed. Its failure stays inside, and the next attempt loads it again. */
export function panelPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  const loaded = () => lazy(async () => ({ default: (await load()) as ComponentType<object> }));
  // A lazy component keeps its failure for good, so an attempt needs a new one.
  let Part = loaded();
  return function PanelPart(props: Props) {
    const [, render] = useReducer((count: number) => count + 1, 0);
    const again = () => {
      Part = loaded();
      render();
    };
    return (
      <PanelBoundary onRetry={again} failure={(retry) => <PanelFailure onRetry={retry} />}>
        <Suspense fallback={fallback}>
          <Part {...props} />
        </Suspense>
      </PanelBoundary>
    );
  };
}
