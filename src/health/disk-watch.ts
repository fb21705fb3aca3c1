import { statfs } from 'node:fs/promises';
import { every } from '../engine/every.ts';
import { type Finding, finding, logFinding } from '../findings/finding.ts';
import type { Needs } from '../runtime.ts';
import type { Watch } from './open-findings.ts';

const LOOK_INTERVAL_MS = 60_000;
const MEGABYTE = 1_000_000;
const FREE_MIN_MEGABYTES = 1_000;

export interface DiskFolder {
  what: 'store' | 'results' | 'backups';
  path: string;
}

export interface DiskSpace {
  what: DiskFolder['what'];
  freeBytes: number;
  sizeBytes: number;
}

export async function diskSpaceOf({ what, path }: DiskFolder): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(path);
  return { what, freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
}

export const freeMegabytes = ({ freeBytes }: DiskSpace): number => Math.round(freeBytes / MEGABYTE);

export function diskFinding(space: DiskSpace): Finding | undefined {
  const free = freeMegabytes(space);
  return free < FREE_MIN_MEGABYTES ? finding('store.disk', { what: space.what, free }) : undefined;
}

/** Who needs the folder says that it is missing. */
function unlessMissing(error: unknown): undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}

interface DiskWatchParts extends Needs<'clock' | 'log'> {
  folders: readonly DiskFolder[];
  spaceOf?: (folder: DiskFolder) => Promise<DiskSpace>;
}

/** Knows how full the disks are, and logs once for each folder whose disk has hardly any room left. */
export function createDiskWatch({ folders, clock, log, spaceOf = diskSpaceOf }: DiskWatchParts) {
  let spaces: readonly DiskSpace[] = [];
  const findingOf = (what: DiskFolder['what']): Finding | undefined => {
    const space = spaces.find((one) => one.what === what);
    return space && diskFinding(space);
  };
  const look = async (): Promise<void> => {
    const wereLow = new Set(folders.map(({ what }) => what).filter(findingOf));
    const found = await Promise.all(folders.map((folder) => spaceOf(folder).catch(unlessMissing)));
    spaces = found.filter((space) => space !== undefined);
    for (const { what } of folders) {
      const low = findingOf(what);
      if (low && !wereLow.has(what)) logFinding(log, low);
    }
  };
  return {
    spaces: (): readonly DiskSpace[] => spaces,
    watches: folders.map(({ what }): Watch => ({ finding: () => findingOf(what) })),
    run: (signal: AbortSignal): Promise<void> =>
      every(LOOK_INTERVAL_MS, look, { clock, log, name: 'look at the disks', signal }),
  };
}
