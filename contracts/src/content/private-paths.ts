/** What is asked under these belongs to one person: credentials, contacts, documents, tickets and the keys of a browser's pushes. */
const privateStarts = ["/user", "/account", "/otc", "/kyc", "/activities/support", "/activities/notify/push"] as const;

/** Whether the body of a call must not be in the log of requests, neither as a page sends it nor as it is kept. */
export const isPrivatePath = (path: string): boolean =>
  privateStarts.some((start) => path === start || path.startsWith(`${start}/`));
