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
        const own = name === 'timeouts' ? timeouts : collection;
        // Made by the collection, so that the value is of its type.
        await (text === undefined ? own.delete(key) : own.set(key, value as never));
      }
    },
  };
}
