const CELLS = 10;
/** The bar never shows full: that is what the result is for. */
const MOST_PROGRESS = 0.95;

/** The share of such tasks that would be done by now, drawn; `progress` is 0 to 1. */
export function progressBar(progress: number): string {
  const bounded = Math.min(Math.max(progress, 0), MOST_PROGRESS);
  const full = Math.floor(bounded * CELLS);
  return `${'▰'.repeat(full)}${'▱'.repeat(CELLS - full)} ${Math.round(bounded * 100)} %`;
}
