import { z } from 'zod';
import { sortableId } from '../jobs/job/job-id.ts';
import type { Origin } from '../jobs/job/sources.ts';
import type { Needs } from '../runtime.ts';
import { defineMemberCollection, memberRecords, type Owner, type RecordRef } from '../store/member-records.ts';
import type { Change } from '../store/store.ts';
import { DAY_MS, isWithinLast } from '../time/clock.ts';

/** How long an owner's answer counts. */
const LASTS_MS = DAY_MS;
/** Answers to one asker that count at once. Those who have more can't ask until some are over. */
export const ANSWERS_MAX = 200;

/** The answer to one member about one picture. The record's owner is the member who asked. */
const answerSchema = z.object({
  ownerId: z.string(),
  /** The picture: the id of its job, upload or message. */
  originId: z.string(),
  atMs: z.int().min(0),
  isAllowed: z.boolean(),
});

export const consentCollection = defineMemberCollection({
  name: 'consents',
  schema: answerSchema,
  keeps: {
    what: 'whether an owner allowed a member to use a picture',
    ends: { after: LASTS_MS, since: ({ atMs }) => atMs },
    erased: { stays: 'so that an answer counts for a day' },
    restored: {
      from: 'replaced',
      stricter: (other, restored) => (!other.isAllowed && restored?.isAllowed !== false ? other : undefined),
    },
  },
});

export interface OwnerAnswer {
  ownerId: string;
  originId: string;
  isAllowed: boolean;
  endsAtMs: number;
}

export type Consents = ReturnType<typeof createConsents>;

/** What owners answered when members asked to build on their pictures. All calls reject with StoreError when the store fails. */
export function createConsents({ store, clock }: Needs<'clock' | 'store'>) {
  const records = memberRecords(store, consentCollection, {
    most: ANSWERS_MAX,
    isOver: ({ atMs }) => !isWithinLast(LASTS_MS, atMs, clock.now()),
  });
  const refOf = (asker: Owner, { id, ownerId }: Origin): RecordRef => ({
    ...asker,
    id: `${ownerId}-${sortableId(id)}`,
  });
  return {
    /** The answers to a member that still count. */
    answersTo: async (asker: Owner): Promise<OwnerAnswer[]> =>
      (await records.list(asker)).map(({ value: { atMs, ...answer } }) => ({ ...answer, endsAtMs: atMs + LASTS_MS })),
    /** Whether the owner agreed, and the answer still counts. */
    wasAllowed: async (asker: Owner, origin: Origin): Promise<boolean> =>
      (await records.get(refOf(asker, origin)))?.isAllowed === true,
    /** The changes that keep an owner's answer about their pictures. */
    answered: (asker: Owner, origins: readonly Origin[], isAllowed: boolean): Change[] => {
      const atMs = clock.now();
      return origins.map((origin) =>
        records.put(refOf(asker, origin), { ownerId: origin.ownerId, originId: origin.id, atMs, isAllowed }),
      );
    },
  };
}
