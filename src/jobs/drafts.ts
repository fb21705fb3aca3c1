/** How long a draft can be shown; afterwards it stays its member's own. */
const DRAFT_LIFE_MS = 86_400_000;

export function draftEndsAtMs({ createdAtMs }: { createdAtMs: number }): number {
  return createdAtMs + DRAFT_LIFE_MS;
}
