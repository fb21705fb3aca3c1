import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderEntries, renderManage, renderOwnEntry, renderRoundLink } from '../../commands/rounds/view.ts';
import { renderJob } from '../../src/discord/messages/job-message.ts';
import { renderReportCard } from '../../src/discord/messages/report-message.ts';
import { renderCard, renderRequest } from '../../src/discord/messages/request-message.ts';
import { renderRound } from '../../src/discord/messages/round-message.ts';
import { type MessageBody, TEXT_LIMIT } from '../../src/discord/rest/message-body.ts';
import type { JobTask } from '../../src/jobs/job/job.ts';
import { SOURCES_MAX } from '../../src/jobs/job/sources.ts';
import { NEW_MEMBER } from '../../src/moderation/records/members.ts';
import { ENTRY_MAX_CHARACTERS, type Round, THEME_MAX_CHARACTERS } from '../../src/moderation/rounds/round.ts';
import { ENTRY_MAX_CHARACTERS as LINE_MAX_CHARACTERS } from '../../src/moderation/words/word-entry.ts';
import { en } from '../../src/texts/en.ts';
import { sampleJob } from '../jobs/samples.ts';
import { sampleRecord } from '../moderation/report-samples.ts';
import { sampleRequest } from '../moderation/request-samples.ts';
import { entryBy, NOW, roundOf } from '../moderation/rounds-samples.ts';
import { work } from '../support/sources.ts';

/** Discord's limits of one message, with the longest texts that people can write, each made of one of these. */
const LETTERS = ['a', '*', '\n', 'a\n', '`', '@', '- ', '1. ', 'https://', '👩‍👩‍👧', '\u202e'];
const PROMPT_MAX_CHARACTERS = 4000;
const LONGEST_ID = '18446744073709551615';
const OLD_MS = 8_640_000_000_000;

/** `a` at both ends, because texts are trimmed. */
const filled = (letter: string, length: number): string =>
  `a${letter.repeat(Math.ceil(length / letter.length))}`.slice(0, length - 1).concat('a');

function* partsOf(value: unknown): Generator<Record<string, unknown>> {
  if (value === null || typeof value !== 'object') return;
  if ('type' in value) yield value as Record<string, unknown>;
  for (const inner of Object.values(value)) yield* partsOf(inner);
}

function expectToFit({ components }: MessageBody): void {
  const parts = [...partsOf(components)];
  const lengthOf = (name: string): number[] => parts.map((part) => String(part[name] ?? '').length);
  expect(lengthOf('content').reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(TEXT_LIMIT);
  expect(parts.length).toBeLessThanOrEqual(40);
  expect(Math.max(...lengthOf('custom_id'))).toBeLessThanOrEqual(100);
  expect(Math.max(...lengthOf('label'))).toBeLessThanOrEqual(80);
  for (const part of parts) {
    if (part['type'] === 1)
      expect(Object(part['components'])).toHaveProperty(
        'length',
        expect.toSatisfy((n) => n <= 5),
      );
  }
}

describe.each(LETTERS)('with %j everywhere', (letter) => {
  const request = {
    ...{ modelId: 'image-model-a' as const, aspectRatio: '4:3', prompt: filled(letter, PROMPT_MAX_CHARACTERS) },
    spoiler: true,
    sources: Array.from({ length: SOURCES_MAX }, (_, index) => ({
      ...work(`job${index}`, `${LONGEST_ID.slice(0, -2)}${index + 20}`, index < 3 ? undefined : 'inherited'),
      ...(index < 3 && { address: `https://cdn.example/${index}` }),
      at: { channelId: LONGEST_ID, messageId: LONGEST_ID },
    })),
  };
  const location = { ...sampleJob().location, guildId: LONGEST_ID, channelId: LONGEST_ID, messageId: LONGEST_ID };

  it('a job’s message fits, even if the service refused all four tasks with its longest message', () => {
    const tasks = [1, 2, 3, 4].map(
      (number): JobTask => ({
        ...{ key: `job1-${number}`, quoteCredits: 1_000_000_000, state: 'failed', returnedCredits: 1_000_000_000 },
        failure: { reason: 'refused', serviceMessage: filled(letter, 2000) + number },
      }),
    );
    const job = { ...sampleJob({ memberId: LONGEST_ID, request, location }), tasks, cancelledAtMs: OLD_MS };
    expectToFit(
      renderJob(
        { job, expectation: { startedMs: OLD_MS, usuallyMs: 12_000, progress: 0.5, isLate: false }, newFiles: [] },
        en,
      ),
    );
  });

  it.each([undefined, 'approved', 'rejected', 'expired'] as const)('a request and its card fit (%s)', (kind) => {
    const why = filled(letter, 300);
    for (const before of ['moderators', 'members'] as const) {
      const waiting = sampleRequest({
        ...{
          request,
          location,
          gates: { before, after: 'moderators' },
          memberId: LONGEST_ID,
          count: 4,
          quoteCredits: 250_000_000,
          editedById: LONGEST_ID,
        },
        ...{ entry: filled(letter, LINE_MAX_CHARACTERS), expiresAtMs: OLD_MS, votesNeeded: 50 },
        ...(kind ? { phase: kind, decision: { kind, byId: LONGEST_ID, atMs: OLD_MS, why } } : {}),
      });
      const many = 1_000_000;
      const counts = { requested: many, refused: many, approved: many, rejected: many, reported: many, hidden: many };
      expectToFit(renderCard(waiting, { ...TRUSTED, counts }, en));
      expectToFit(renderRequest(waiting, en));
    }
  });

  it('a question to all owners that a request can have fits, and names ten', () => {
    const origins = Array.from({ length: SOURCES_MAX + 1 }, (_, index) => ({
      ...{ kind: 'work' as const, id: `job${index}`, ownerId: `${LONGEST_ID.slice(0, -2)}${index + 20}` },
      at: { channelId: LONGEST_ID, messageId: LONGEST_ID },
    }));
    const consent = { origins, allowedByIds: [], mentionedIds: [] };
    const gates = { before: 'owner', after: 'moderators' } as const;
    const asked = renderRequest(sampleRequest({ request, location, memberId: LONGEST_ID, gates, consent }), en);
    expectToFit(asked);
    expect(JSON.stringify(asked)).toContain(`and ${SOURCES_MAX + 1 - 10} more owners`);
  });

  it.each(['submitting', 'voting', 'creating', 'ended'] as const)('a round and its lists fit (%s)', (phase) => {
    const prompt = filled(letter, ENTRY_MAX_CHARACTERS);
    const states = ['accepted', 'pending'] as const;
    const entries = Array.from({ length: 100 }, (_, index) =>
      entryBy(index + 1, { prompt, memberId: LONGEST_ID, state: states[index % 2] ?? 'accepted', atMs: NOW }),
    );
    const winners = Array.from({ length: 10 }, (_, index) => ({
      ...{ number: index + 1, votes: 2000, jobId: 'job', state: 'unconfirmed' as const, messageId: LONGEST_ID },
    }));
    const id = jobIdLike();
    const round: Round = roundOf({
      ...{ id, guildId: LONGEST_ID, channelId: LONGEST_ID, messageId: LONGEST_ID, openedById: LONGEST_ID, phase },
      ...{ theme: filled(letter, THEME_MAX_CHARACTERS), entries, winners, winnerCount: 10, quoteCredits: 100_000_000 },
      ...(phase === 'ended'
        ? { ending: { how: 'cancelled', byId: LONGEST_ID, atMs: OLD_MS, isPotReleased: true, phase: 'voting' } }
        : {}),
    });
    expectToFit(renderRound(round, en));
    for (const page of [0, 3, 24]) {
      expectToFit(renderEntries(round, LONGEST_ID, page, en.rounds, new Map()));
      expectToFit(renderManage(round, LONGEST_ID, page, en.rounds, 'done'));
    }
    expectToFit(renderOwnEntry(round, LONGEST_ID, en.rounds));
    expectToFit(renderRoundLink(round, LONGEST_ID, `https://discord.com/channels/${LONGEST_ID}`, en.rounds));
  });
});

/** Texts made of pieces that get longer when they are shown. */
const nasty = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .array(
      fc
        .tuple(fc.constantFrom(...LETTERS), fc.integer({ min: 1, max: maxLength }))
        .map(([one, times]) => one.repeat(times)),
      { minLength: 1, maxLength: 6 },
    )
    .map((pieces) => `a${pieces.join('').slice(0, maxLength - 2)}a`);

const TRUSTED = { ...NEW_MEMBER, trusted: { byId: LONGEST_ID, atMs: OLD_MS } };

describe('with any text by a member and moderators', () => {
  it('a request’s card fits', () => {
    fc.assert(
      fc.property(
        nasty(PROMPT_MAX_CHARACTERS),
        nasty(300),
        fc.constantFrom('moderators', 'members'),
        (prompt, why, before) => {
          const decision = { kind: 'rejected' as const, byId: LONGEST_ID, atMs: OLD_MS, why };
          const request = { ...sampleJob().request, prompt };
          const undecided = sampleRequest({ request, gates: { before, after: 'nobody' }, editedById: LONGEST_ID });
          for (const waiting of [undecided, { ...undecided, phase: 'rejected' as const, decision }]) {
            expectToFit(renderCard(waiting, TRUSTED, en));
            expectToFit(renderRequest(waiting, en));
          }
        },
      ),
      { examples: [[`a${'\n'.repeat(1197)}a`, '*'.repeat(300), 'moderators']] },
    );
  });

  it('a report’s card fits', () => {
    fc.assert(
      fc.property(nasty(PROMPT_MAX_CHARACTERS), nasty(300), (prompt, why) => {
        const reports = Array.from({ length: 50 }, () => ({
          ...{ byId: LONGEST_ID, atMs: OLD_MS, why },
          reason: 'intimate' as const,
          ofDay: 2,
        }));
        const record = sampleRecord({
          state: 'hidden',
          memberId: LONGEST_ID,
          channelId: LONGEST_ID,
          reports,
          urgent: { sinceMs: OLD_MS },
        });
        expectToFit(
          renderReportCard(record, { modelId: 'image-model-a', prompt, sources: [], spoiler: false }, [], en),
        );
      }),
    );
  });
});

/** As long as an interaction's id in base 36. */
function jobIdLike(): string {
  return BigInt(LONGEST_ID).toString(36);
}
