import { ComponentType } from 'discord.js';
import { expect, it } from 'vitest';
import { renderReportCard } from '../../src/discord/report-message.ts';
import type { ReportRecord } from '../../src/moderation/reports.ts';
import { en } from '../../src/texts/en.ts';

const record: ReportRecord = {
  ...{ version: 1, guildId: '1', jobId: 'job1', memberId: '2', channelId: '3', atMs: 0, reports: [], state: 'hidden' },
  ...{ byId: '4', isCarriedOut: true, children: [], notes: [] },
};

it('the card of a report shows a clip in a gallery, and its sound, which no gallery takes, as a file', () => {
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
