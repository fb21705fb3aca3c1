/** As long as a picture's address may be; Discord's signed ones are far shorter. */
export const SOURCE_ADDRESS_MAX_CHARACTERS = 2_000;

/**
 * Until when an address can be used. Discord signs the addresses of attachments for about a day: `ex` is the end, in
 * seconds, in base 16. Others last for ever, as far as is known.
 */
export function expiresAtMs(address: string): number {
  const end = URL.canParse(address) ? new URL(address).searchParams.get('ex') : null;
  return end !== null && /^[0-9a-f]{1,12}$/i.test(end) ? Number.parseInt(end, 16) * 1000 : Number.POSITIVE_INFINITY;
}

export const isExpired = (address: string, nowMs: number): boolean => expiresAtMs(address) <= nowMs;
