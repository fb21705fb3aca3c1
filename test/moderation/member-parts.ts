import type { Decisions } from '../../src/moderation/records/decisions.ts';
import {
  listedTimeoutSchema,
  type MemberRecord,
  type MembersParts,
  memberRecordSchema,
} from '../../src/moderation/records/members.ts';
import type { Collection } from '../../src/store/store.ts';
import { MemoryCollection } from '../budget/memory-collection.ts';

/** The records of members in memory, for tests that look at other things. */
export function memberParts(
  collection: Collection<MemberRecord> = new MemoryCollection(memberRecordSchema),
): Pick<MembersParts, 'collection' | 'timeouts' | 'commit'> {
  const timeouts = new MemoryCollection(listedTimeoutSchema, 'timeouts');
  return {
    collection,
    timeouts,
    commit: async (changes) => {
      for (const { collection: name, key, text, value } of changes) {
        if (text === undefined) await (name === 'timeouts' ? timeouts : collection).delete(key);
        else if (name === 'timeouts') await timeouts.set(key, listedTimeoutSchema.parse(value));
        else await collection.set(key, memberRecordSchema.parse(value));
      }
    },
  };
}

/** For records whose log doesn't matter. */
export const LOGS_NOTHING: Pick<Decisions, 'loggedBy'> = {
  loggedBy: () => () => ({ changes: [], onCommitted: () => undefined }),
};
