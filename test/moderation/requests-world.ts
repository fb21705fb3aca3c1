import type { Hold } from '../../src/budget/account/account.ts';
import { RetryLater } from '../../src/engine/lane.ts';
import type { Job } from '../../src/jobs/job/job.ts';
import type { HistoryEntry } from '../../src/jobs/records/history.ts';
import type { SubmitOutcome } from '../../src/jobs/submit.ts';
import { createLog } from '../../src/log.ts';
import { auditRecordSchema, createAuditLog } from '../../src/moderation/records/audit-log.ts';
import { createMembers, memberRecordSchema } from '../../src/moderation/records/members.ts';
import type { Brought } from '../../src/moderation/records/messages.ts';
import { type GatedRequest, gatedRequestSchema } from '../../src/moderation/requests/request.ts';
import type { RequestMessages } from '../../src/moderation/requests/request-messages.ts';
import { createRequests } from '../../src/moderation/requests/requests.ts';
import { createKeyedLocks } from '../../src/store/locks.ts';
import { MemoryCollection } from '../budget/memory-collection.ts';
import { NOW, sampleJob } from '../jobs/samples.ts';
import { allOf } from '../support/all-records.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { memberParts } from './member-parts.ts';

/** What survives when the bot ends. `start` is one life of the bot. */
export class RequestsWorld {
  readonly collection = new MemoryCollection(gatedRequestSchema);
  readonly audits = new MemoryCollection(auditRecordSchema);
  readonly memberRecords = new MemoryCollection(memberRecordSchema);
  readonly clock = new FakeClock(NOW);
  /** What happened outside, in order. */
  readonly events: string[] = [];
  /** The outcomes of the next submissions. All others start. */
  submits: SubmitOutcome['outcome'][] = [];
  /** The first answer, as Discord has it. */
  answer: string | undefined;
  /** The outcome of updating a message, where it is not there. */
  brought: Partial<Record<'public' | 'result' | 'card', 'gone' | 'closed' | 'unavailable'>> = {};
  published: Awaited<ReturnType<RequestMessages['publish']>> = 'lost';
  breakBegin = false;
  entry: HistoryEntry | undefined;
  readonly added: Job[] = [];
  /** What else happens in the meantime. */
  duringPublish = (): void => undefined;

  start() {
    const locks = createKeyedLocks();
    const audit = createAuditLog({ collection: this.audits, locks, clock: this.clock });
    const members = createMembers({ ...memberParts(this.memberRecords), locks, clock: this.clock });
    const requests = createRequests({
      ...{ audit, members, locks, clock: this.clock, collection: this.collection, messages: this.#messages() },
      log: createLog('silent'),
      moderatorsChannelId: async () => '400000000000000009',
      onModeratorsUnreachable: () => undefined,
      accounts: {
        mayHold: async () => undefined,
        hold: async () => ({ outcome: 'held' }),
        holds: async () => [{ ...({ jobId: 'job1' } as Hold), taskKey: 'job1-1' }],
        releaseJob: async (_, jobId, why) => {
          this.events.push(`released ${jobId}: ${why}`);
          return [];
        },
      },
      jobs: {
        find: async () => undefined,
        submit: async ({ jobId }, answer) => {
          this.events.push(`begin ${jobId}`);
          const outcome = this.submits.shift() ?? 'started';
          if (outcome === 'started') await answer(sampleJob());
          return { outcome, job: sampleJob(), roomAtMs: 0 } as SubmitOutcome;
        },
      },
      history: { find: async () => this.entry, add: async (job) => void this.added.push(job) },
      jobMessages: { show: async ({ job: { location } }) => ({ outcome: 'shown', location, files: [] }) },
      recheck: async () => {
        if (this.breakBegin) throw new Error('killed');
        return undefined;
      },
      isPaused: async () => false,
      mayCreate: () => true,
    });
    return { requests, audit, members };
  }

  #messages(): RequestMessages {
    const there = (channelId: string, id: string): Brought => ({
      outcome: 'there',
      message: { id, channelId, files: [] },
    });
    return {
      findAnswer: async () => {
        if (this.answer === 'unavailable') throw new RetryLater();
        return this.answer;
      },
      bring: async (request, key) => {
        const { phase, location } = request;
        this.events.push(`${key} ${phase}`);
        if (key === 'notice') return { outcome: 'gone' };
        const outcome = this.brought[key] ?? 'there';
        if (outcome === 'unavailable') throw new RetryLater();
        if (outcome !== 'there') return { outcome };
        const { channelId, messageId } = key === 'public' ? location : (request[key] ?? location);
        return there(channelId, messageId ?? '600000000000000009');
      },
      showDraft: async () => there('staff', 'card'),
      publish: async () => {
        this.events.push('publish');
        this.duringPublish();
        return this.published;
      },
    };
  }

  /** A new life looks once at everything in the store. */
  async lookAfterRestart() {
    const life = this.start();
    await life.requests.load();
    const stop = new AbortController();
    const running = life.requests.run(stop.signal).catch(() => undefined);
    await this.clock.advance(10_000);
    stop.abort(new Error('stop'));
    await running;
    return life;
  }

  keep(request: GatedRequest): Promise<void> {
    return this.collection.set(request.id, request);
  }

  async actions(): Promise<string[]> {
    return ((await allOf(this.audits)).records[0]?.[1].entries ?? []).map(({ action }) => action);
  }
}
