/** What all rigs of a run share. */
export interface Yard {
  folder: string;
  /** The fraction of the whole measurement: 1, or less for a quick look. */
  scale: number;
  /** The longest stall of any Easel, and of any other bot, in the current group. */
  stallsMs: { easel: number; floor: number };
  /** The address of an empty database, on a PostgreSQL of this run. */
  newDatabase(): Promise<string>;
}

/** The part of an amount that this run measures. */
export function scaled({ scale }: Yard, amount: number, least = 1): number {
  return Math.max(least, Math.round(amount * scale));
}
