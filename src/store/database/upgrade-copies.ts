/** Copies of a whole store from before upgrades that changed its records, each named after the version that made it. */
export interface UpgradeCopies {
  /**
   * Copies all records as they are. Replaces a copy of the same version, and deletes the oldest copies.
   * @param formats the versions of collections that this process found. If another process changed them meanwhile, it
   * made the copy.
   * @returns where the copy is.
   */
  make(version: string, formats: Readonly<Record<string, number>>): Promise<string>;
  /** Deletes copies from before a time, and stores that a restore replaced before it. */
  sweep(beforeMs: number): Promise<void>;
  /** What an Easel of this version can do on a newer one's store; undefined if no copy can be read by it. */
  wayBack(version: string): Promise<string | undefined>;
}

/** How many copies stay: after two upgrades, people can still return to what was there before both. */
const COPIES_KEPT = 2;

/** Orders 1.9.0 before 1.10.0. */
const byVersion = new Intl.Collator('en', { numeric: true }).compare;

/** The versions whose copies can go once this version has made its own. */
export function surplusCopies(versions: readonly string[], made: string): string[] {
  return versions
    .filter((version) => version !== made)
    .sort(byVersion)
    .slice(0, 1 - COPIES_KEPT);
}

/** The oldest copy that a later version made is from the last version that wrote what this one reads. */
export function wayBackBy(
  versions: readonly string[],
  version: string,
  commandFor: (made: string) => string,
): string | undefined {
  const [first] = versions.filter((made) => byVersion(made, version) > 0).sort(byVersion);
  if (first === undefined) return undefined;
  return `start the newer version again, or stop every Easel and go back to the copy from before the upgrade, without what happened since: ${commandFor(first)}`;
}
