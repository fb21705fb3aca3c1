import { ComponentType } from 'discord.js';
import { expect, it } from 'vitest';
import { renderReportCard, renderReported } from '../../../src/discord/messages/report-message.ts';
import { TEXT_LIMIT } from '../../../src/discord/rest/message-body.ts';
import { endJob } from '../../../src/jobs/job/ended.ts';
import type { ReportRecord } from '../../../src/moderation/reports/report-record.ts';
import { en } from '../../../src/texts/en.ts';
import { sampleJob } from '../../jobs/samples.ts';

const LONGEST_ID = '18446744073709551615';
const record: ReportRecord = {
  ...{ guildId: '1', jobId: 'job1', memberId: '2', channelId: '3', atMs: 0, reports: [], state: 'hidden' },
  ...{ byId: '4', shown: {} },
};

it('a report’s card shows a clip in a gallery, and its sound as a file, which galleries don’t accept', () => {
  const files = ['easel-job1-1.mp4', 'easel-job1-1-sound.mp3'].map((name, index) => ({
    name,
    attachment: { id: String(index), filename: name },
  }));
  const [container] = renderReportCard(record, entry.request, files, en).components;
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

const entry = endJob(
  {
    ...sampleJob({ memberId: '2', createdAtMs: 0 }),
    request: { modelId: 'image-model-a', prompt: 'a castle', sources: [], spoiler: false },
    tasks: [
      {
        ...{ key: 'job1-1', quoteCredits: 5, taskId: 't', chargedCredits: 5, submittedAtMs: 0, deliveredAtMs: 1 },
        ...{ resultUrl: '', state: 'delivered' },
        delivery: { how: 'attached', madeSmaller: false, files: [{ attachmentId: '77', name: 'a.png' }] },
      },
    ],
  },
  0,
);

it.each([
  ['kept', entry],
  ['forgotten', undefined],
])('a hidden result’s prompt leaves its file too, where Discord keeps it as alt text: a %s one', (_, known) => {
  const body = renderReported(record, known, [{ attachmentId: '77', name: 'a.png' }], en);
  expect(body.attachments).toEqual([{ id: '77', description: en.moderation.reports.alt }]);
  expect(JSON.stringify(body)).not.toContain('castle');
});

it.each(['shown', 'restored'] as const)('a forgotten result that is %s says so if its files are gone', (state) => {
  const saidWith = (files: { attachmentId: string; name: string }[]) =>
    wordsIn(renderReported({ ...record, state }, undefined, files, en)).join();
  expect(saidWith([])).toContain('Easel no longer has this');
  expect(saidWith([])).not.toContain('stays');
  expect(saidWith([{ attachmentId: '77', name: 'a.png' }])).not.toContain('no longer');
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
      ofDay: 2,
      why,
    }));
    const listed = Array.from({ length: 20 }, () => ({ ...ids, jobId: 'job2' }));
    const card = renderReportCard(
      { ...record, ...ids, reports, listed, byId: LONGEST_ID },
      { ...entry.request, prompt: one.repeat(4000) },
      [],
      en,
    );
    const characters = wordsIn(card.components).join('').length;
    expect(characters).toBeGreaterThan(500);
    expect(characters).toBeLessThanOrEqual(TEXT_LIMIT);
  },
);
