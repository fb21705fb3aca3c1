import { randomUUID } from 'node:crypto';
import type { Asker } from '../../engine/fair-limit.ts';
import { FetchError } from '../../media/fetching/fetch-failure.ts';
import { type Provenance, readProvenance } from '../../media/metadata/mark-generated.ts';
import { TimeoutError, withinLimit } from '../../time/time-limit.ts';
import type { StepParts } from '../ports/parts.ts';
import { limitFetches, type ResultLimits } from './result-limits.ts';

/** Marks may be at a file's end, so it's read as a whole. */
const FILE_MAX_BYTES = 32 * 1024 ** 2;
const FETCH_LIMIT_MS = 20_000;

/** Reads what the file at an address says of how it was made. */
export function createProvenanceOf(
  parts: Pick<StepParts, 'fetcher' | 'results' | 'stop'> & { resultLimits: ResultLimits },
) {
  const { results, stop } = parts;
  return async (address: string, asker: Asker): Promise<Provenance> => {
    const { fetch } = limitFetches(parts, asker);
    const name = `posted-${randomUUID()}`;
    try {
      const file = await withinLimit(FETCH_LIMIT_MS, stop, (signal) =>
        fetch(address, name, { signal, maxBytes: FILE_MAX_BYTES }),
      );
      return await readProvenance(file);
    } catch (error) {
      if (error instanceof FetchError || error instanceof TimeoutError) return { says: 'unknown', isSigned: false };
      throw error;
    } finally {
      await results.remove(name);
    }
  };
}
