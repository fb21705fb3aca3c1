import type { Patch } from './pieces.ts';

/** Where a file says how it was made, and how to write into it. */
export interface Marks {
  /** The parts that hold content credentials (C2PA). Any change to the file makes them invalid. */
  credentials: readonly { from: number; to: number }[];
  /** Its XMP, if it has any. */
  xmp: Buffer | 'unreadable' | undefined;
  /** For a format that limits XMP. */
  xmpMaxBytes?: number;
  /** What to change so that it has this XMP in place of its own. */
  withXmp: (xmp: Buffer) => Patch[] | Promise<Patch[]>;
}
