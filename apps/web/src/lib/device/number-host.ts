/** Passkeys belong to a name; a host that is an IP address can have none. */
export const isNumberHost = (hostname: string): boolean => /^[\d.]+$|^\[.*\]$/.test(hostname);
