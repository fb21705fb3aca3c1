import { ComponentType } from 'discord.js';
import { expect, it } from 'vitest';
import { renderReportCard } from '../../../src/discord/messages/report-message.ts';
import { TEXT_LIMIT } from '../../../src/discord/rest/message-body.ts';
import type { ReportRecord } from '../../../src/moderation/reports/report-record.ts';
import { en } from '../../../src/texts/en.ts';

const LONGEST_ID = '18446744073709551615';
const record: ReportRecord = {
  ...{ guildId: '1', jobId: 'job1', memberId: '2', channelId: '3', atMs: 0, reports: [], state: 'hidden' },
  ...{ byId: '4', shown: {}, children: [], outbox: [] },
};

it('a report’s card shows a clip in a gallery, and its sound as a file, which galleries don’t accept', () => {
  const files = ['easel-job1-1.mp4', 'easel-job1-1-sound.mp3'].map((name, index) => ({
    name,
    attachment: { id: String(index), filename: name },
  }));
  const [container] = renderReportCard(record, 'a clip', files, en).components;
  const shown = container && 'components' in container ? container.components : [];
  expect(shown).toContainEqual({
    type: ComponentType.MediaGallery,
    items: [{ media: { url: 'attachment://easel-job1-1.mp4' }, spoiler: true }],
  });
  expect(shown).toContainEqual({
    type: ComponentType.File,
    file: { url: 'attachment://easel-job1-1-sound.mp3' },
    spoiler: true,
  });
});

/** The text displays of a message. */
const wordsIn = (components: unknown): string[] => {
  if (components === null || typeof components !== 'object') return [];
  const own = 'content' in components && typeof components.content === 'string' ? [components.content] : [];
  return [...own, ...Object.values(components).flatMap(wordsIn)];
};

it.each(['*', '\n', 'a\n', '👩‍👩‍👧', 'https://'])(
  'the card of a report is no longer than Discord takes with prompt and reasons of %j',
  (one) => {
    const ids = { guildId: LONGEST_ID, memberId: LONGEST_ID, channelId: LONGEST_ID, messageId: LONGEST_ID };
    const why = one.repeat(300).slice(0, 300);
    const reports = Array.from({ length: 50 }, () => ({
      byId: LONGEST_ID,
      atMs: Date.UTC(2030, 1),
      reason: 'intimate' as const,
      why,
    }));
    const card = renderReportCard({ ...record, ...ids, reports, byId: LONGEST_ID }, one.repeat(4000), [], en);
    const characters = wordsIn(card.components).join('').length;
    expect(characters).toBeGreaterThan(500);
    expect(characters).toBeLessThanOrEqual(TEXT_LIMIT);
  },
);
