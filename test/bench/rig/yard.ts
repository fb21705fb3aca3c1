/** What all rigs of a run have together. */
export interface Yard {
  folder: string;
  /** How much of the whole measurement: 1, or a part for a quick look. */
  scale: number;
  /** The longest stall of any Easel, and of any other bot, in the group that is measured now. */
  stallsMs: { easel: number; floor: number };
  /** The address of an empty database, on a PostgreSQL of this run. */
  newDatabase(): Promise<string>;
}

/** Of the whole amount, as much as this run measures. */
export function scaled({ scale }: Yard, amount: number, least = 1): number {
  return Math.max(least, Math.round(amount * scale));
}
