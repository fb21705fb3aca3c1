/** Discord signs the addresses of attachments for about a day: `ex` is the end, in seconds, in base 16. */
export function isExpired(address: string, nowMs: number): boolean {
  const end = URL.canParse(address) ? new URL(address).searchParams.get('ex') : null;
  return end !== null && /^[0-9a-f]{1,12}$/i.test(end) && Number.parseInt(end, 16) * 1000 <= nowMs;
}
