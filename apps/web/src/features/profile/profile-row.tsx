import type { ReactNode } from "react";

type ProfileRowProps = {
  icon: ReactNode;
  title: string;
  tag?: ReactNode;
  action?: ReactNode;
  testId: string;
  children: ReactNode;
};

/** One line of the account: what it is, how it stands, and what can be done. */
export function ProfileRow({ icon, title, tag, action, testId, children }: ProfileRowProps) {
  return (
    <li
      data-testid={testId}
      className="grid grid-cols-[20px_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 border-t border-line py-4 w768:grid-cols-[24px_minmax(0,1fr)_auto_96px] w768:gap-x-5"
    >
      <span className="grid place-items-center justify-self-start text-muted max-w768:self-start max-w768:pt-0.5">
        {icon}
      </span>
      <div className="min-w-0">
        <h3 className="text-14 leading-5 font-medium">{title}</h3>
        <div className="grid gap-1 text-13 leading-5 text-muted">{children}</div>
      </div>
      {tag !== undefined && (
        <span className="max-w768:col-start-2 max-w768:justify-self-start w768:col-start-3">{tag}</span>
      )}
      {action !== undefined && (
        <span className="grid w768:col-start-4 max-w768:col-start-3 max-w768:row-start-1 max-w768:row-span-2 max-w768:min-w-18">
          {action}
        </span>
      )}
    </li>
  );
}
