import { z } from 'zod';
import { defineMemberCollection, type MemberStore, memberRecords, type Owner } from '../../store/member-records.ts';
import type { Change } from '../../store/store.ts';
import type { GatedRequest } from './request.ts';

const READ_AT_ONCE = 200;

const memberRequestSchema = z.object({});

export const memberRequestCollection = defineMemberCollection({
  name: 'member_requests',
  schema: memberRequestSchema,
  keeps: {
    what: 'which requests have a member’s prompts',
    ends: { when: 'with the request' },
    erased: { goes: 'the member’s' },
  },
});

export type MemberRequests = ReturnType<typeof createMemberRequests>;

/** Which requests still have a member's prompts, so that no one reads those of everyone. Their keys say it all. */
export function createMemberRequests(store: MemberStore) {
  const records = memberRecords(store, memberRequestCollection, { most: READ_AT_ONCE });
  return {
    /** For the commit that stores the request. */
    put: ({ guildId, memberId, id }: Pick<GatedRequest, 'guildId' | 'memberId' | 'id'>): Change =>
      records.put({ guildId, memberId, id }, {}),
    /** @param forgetOne resolves with whether the request no longer has a prompt */
    forget: async (owner: Owner, forgetOne: (id: string) => Promise<boolean>): Promise<void> => {
      for (;;) {
        const found = await records.list(owner);
        const forgotten = await Promise.all(
          found.map(async ({ id }) => (await forgetOne(id)) && (await records.remove({ ...owner, id }))),
        );
        if (found.length < READ_AT_ONCE || !forgotten.includes(true)) return;
      }
    },
    /** Deletes what names a request that is gone. */
    sweep: (isThere: (id: string) => Promise<boolean>) => records.sweep(async (_, { id = '' }) => !(await isThere(id))),
  };
}
