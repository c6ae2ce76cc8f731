/** The two providers' signs, drawn in the text's colour. */
export function GoogleMark() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.4"
      className="size-4 flex-none"
    >
      <path d="M20 12h-8M20 12a8 8 0 1 1-2.6-5.9" />
    </svg>
  );
}

export function AppleMark() {
  return (
    <svg aria-hidden viewBox="0 0 24 24" fill="currentColor" className="size-4 flex-none">
      <path d="M15.8 3c.1 1.600-1.300 3.400-3.200 3.500C12.400 4.900 14 3.200 15.800 3zM19.500 16.800c-.9 2.100-2.200 4.200-3.900 4.200-1.300 0-1.800-.8-3.400-.8s-2.100.8-3.400.8C6.500 21 4 16.700 4 12.900c0-3.400 2.200-5.200 4.300-5.200 1.500 0 2.700 1 3.700 1 .9 0 2.300-1 4-1 .9 0 2.700.4 3.700 2.100-3.200 1.900-2.600 6 .8 7z" />
    </svg>
  );
}

export const oauthNames = { google: "Google", apple: "Apple" } as const;
export type Provider = keyof typeof oauthNames;
export const isProvider = (text: string): text is Provider => text in oauthNames;
