const CELLS = 20;

/** Spent, held and left of a budget, drawn; whatever there is of each shows at least one cell while there is room. */
export function budgetBar(amounts: { spentCredits: number; heldCredits: number; leftCredits: number }): string {
  const parts = [amounts.spentCredits, amounts.heldCredits, amounts.leftCredits];
  const total = parts.reduce((sum, part) => sum + part, 0);
  if (total === 0) return '░'.repeat(CELLS);
  const cells = parts.map((part) => (part === 0 ? 0 : Math.max(1, Math.round((part / total) * CELLS))));
  // What rounding gave or took is the largest part's.
  const largest = cells.indexOf(Math.max(...cells));
  const excess = cells.reduce((sum, cell) => sum + cell, 0) - CELLS;
  const [spent = 0, held = 0, left = 0] = cells.map((cell, index) => (index === largest ? cell - excess : cell));
  return '█'.repeat(spent) + '▒'.repeat(held) + '░'.repeat(left);
}
