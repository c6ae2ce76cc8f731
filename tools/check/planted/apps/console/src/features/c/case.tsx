export const Case = ({ isOpen, t }: { isOpen: boolean; t: (text: string) => string }) => (
  <section aria-label="Open case">
    <p>Waits for a decision</p>
    <p>
      Since yesterday
      <b>{isOpen ? "Open" : t("closed")}</b>
    </p>
    <span className="num" data-testid="case-row">
      {t("open")}
    </span>
  </section>
);
