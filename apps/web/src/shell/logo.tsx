import { appConfig, hasAppConfig } from "../lib/config/app-config.ts";

/** The brand of the built-in drawing; start-up errors are shown without a config. */
const own = { name: "Tidemark", mark: "/mark.svg" } as const;

type LogoProps = { className?: string };

/** The logo of the configured brand: ours is drawn, any other is its mark and its name. */
export function Logo({ className = "h-5.5" }: LogoProps) {
  const { name, mark } = hasAppConfig() ? appConfig().project : own;
  if (name === own.name && mark === own.mark) return <OwnLogo className={className} />;
  return (
    <span className="flex items-center gap-2 text-16 font-semibold tracking-[-0.02em]">
      <img src={mark} alt="" className={className} />
      {name}
    </span>
  );
}

/** The mark: a swell rising to the line it once reached. The wordmark is drawn, not set, so it needs no font. */
function OwnLogo({ className }: LogoProps) {
  return (
    <svg viewBox="0 0 156 32" fill="none" className={className}>
      <title>{own.name}</title>
      <g strokeWidth="4.2">
        <path d="M3 7.5h26" stroke="var(--brand)" />
        <path d="M3 26.5c8.5 0 7.5-12.5 13-12.5s4.5 12.5 13 12.5" stroke="currentColor" />
      </g>
      <g stroke="currentColor" strokeWidth="2.7" strokeLinejoin="round">
        <path d="M45.3 7.5v12.6c0 2.7 1.2 4 3.7 4h1.6M41.3 12.3h9.3" />
        <path d="M56 11v14.4" />
        <path d="M73.3 5.6v19.8" />
        <circle cx="67.2" cy="18.2" r="6" />
        <path d="M78.3 18.2h12.1a6.1 6.1 0 1 0-1.9 4.3" />
        <path d="M96 25.4V17.2a4.9 4.9 0 0 1 9.8 0v8.2M105.8 17.2a4.9 4.9 0 0 1 9.8 0v8.2M96 11v6" />
        <path d="M133 11v14.4" />
        <circle cx="126.9" cy="18.2" r="6" />
        <path d="M138.9 25.4V17.4c0-3.4 1.9-5.1 5.4-5.1" />
        <path d="M147.6 5.6v19.8M155 11.2l-6.6 6.8 7 7.4" />
        <circle cx="56" cy="6.7" r="1.75" fill="currentColor" stroke="none" />
      </g>
    </svg>
  );
}
