/** Lines by list. Each file says what its lists mean, and `floor.ts` how they go together. */
export type FloorLists = Readonly<Record<string, readonly string[]>>;
