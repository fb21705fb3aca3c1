import { describe, expect, it } from 'vitest';
import { auditRecordSchema, createAuditLog } from '../../../src/moderation/records/audit-log.ts';
import { createMembers } from '../../../src/moderation/records/members.ts';
import { flushOutbox, type OutboxEntry, withOutboxEntry } from '../../../src/moderation/records/outbox.ts';
import { MemoryCollection } from '../../budget/memory-collection.ts';
import { NOW } from '../../jobs/samples.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { memberParts } from '../member-parts.ts';

const ABOUT = { guildId: 'guild', memberId: 'member', jobId: 'job', channelId: 'channel' };
const REPORTED = { action: 'reported' as const, byId: 'a', atMs: NOW };

interface Noted {
  outbox: OutboxEntry[];
}

function openWorld() {
  const clock = new FakeClock(NOW + 5_000);
  const audit = createAuditLog({ collection: new MemoryCollection(auditRecordSchema), clock });
  const members = createMembers({ ...memberParts(), clock });
  return {
    /** Settles the notes of a record that has become `now` in the meantime. */
    settle: (record: Noted, now: Noted | undefined = record) =>
      flushOutbox(
        { audit, members },
        { change: async (_, decide) => (await decide(now)).outcome },
        'key',
        record,
        ABOUT,
      ),
    entries: async () => (await audit.of('guild')).entries,
    counts: async () => (await members.of('guild', 'member')).counts,
  };
}

describe('an outbox entry', () => {
  it('reaches the log with its own time, and the member’s counts', async () => {
    const { settle, entries, counts } = openWorld();
    const record = withOutboxEntry({ outbox: [] }, { ...REPORTED, why: 'not nice' });
    expect(await settle(record)).toEqual({ outbox: [] });
    expect(await entries()).toEqual([
      { ...REPORTED, why: 'not nice', memberId: 'member', jobId: 'job', channelId: 'channel' },
    ]);
    expect(await counts()).toMatchObject({ reported: 1, hidden: 0 });
  });

  it('that is written twice is logged and counted once', async () => {
    const { settle, entries, counts } = openWorld();
    const record = withOutboxEntry({ outbox: [] }, REPORTED);
    await settle(record);
    await settle(record);
    expect(await entries()).toHaveLength(1);
    expect((await counts()).reported).toBe(1);
  });

  it('of another person at the same moment is separate', async () => {
    const { settle, counts } = openWorld();
    await settle(withOutboxEntry({ outbox: [] }, REPORTED));
    await settle(withOutboxEntry({ outbox: [] }, { ...REPORTED, byId: 'b' }));
    expect((await counts()).reported).toBe(2);
  });

  it('that arrives during a flush stays', async () => {
    const { settle } = openWorld();
    const record = withOutboxEntry({ outbox: [] }, REPORTED);
    const later = withOutboxEntry(record, { ...REPORTED, byId: 'b' });
    expect((await settle(record, later)).outbox).toEqual([{ ...REPORTED, byId: 'b' }]);
  });

  it('that counts nothing is only logged', async () => {
    const { settle, entries, counts } = openWorld();
    await settle(withOutboxEntry({ outbox: [] }, { action: 'published', byId: 'a', atMs: NOW }));
    expect(await entries()).toHaveLength(1);
    expect(Object.values(await counts()).every((count) => count === 0)).toBe(true);
  });
});
