import { describe, expect, it } from 'vitest';
import { renderComing, renderCopy } from '../../../src/discord/messages/gallery-message.ts';
import { type MessageBody, TEXT_LIMIT } from '../../../src/discord/rest/message-body.ts';
import { endJob } from '../../../src/jobs/job/ended.ts';
import type { GalleryCopy } from '../../../src/moderation/gallery/gallery-copy.ts';
import { en } from '../../../src/texts/en.ts';
import { sampleJob } from '../../jobs/samples.ts';

const MEMBER = '300000000000000001';
const COPY: GalleryCopy = {
  ...{ guildId: '1', jobId: 'job', memberId: MEMBER, byId: MEMBER, channelId: '3', phase: 'wanted' },
  ...{
    source: { channelId: '2', messageId: '4' },
    ageRestricted: false,
    uploadLimitBytes: 1,
    atMs: 1,
    number: 1,
  },
};
const ENTRY = endJob(
  sampleJob({
    memberId: MEMBER,
    request: { modelId: 'image-model-a', prompt: 'a castle', sources: [], spoiler: true },
    tasks: [],
  }),
  0,
);

function* textsIn(value: unknown): Generator<string> {
  if (value === null || typeof value !== 'object') return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'content') yield String(inner);
    yield* textsIn(inner);
  }
}
const textsOf = ({ components }: MessageBody): string[] => [...textsIn(components)];

describe('a copy’s message', () => {
  it('shows nothing of the result before the result is there', () => {
    const body = renderComing(COPY, ENTRY, en);
    expect(JSON.stringify(body)).not.toContain('castle');
    expect(body.attachments).toEqual([]);
  });

  it('pings no one', () => {
    for (const body of [
      renderComing(COPY, ENTRY, en),
      renderCopy(COPY, ENTRY, { names: [], links: [], stars: 0 }, en),
    ]) {
      expect(body.allowed_mentions).toEqual({ parse: [] });
    }
  });

  it('shows pictures with spoilers and alt texts as requested', () => {
    const body = renderCopy(COPY, ENTRY, { names: ['a.png'], links: [], stars: 0 }, en);
    expect(body.attachments).toEqual([{ id: '0', filename: 'a.png', description: 'a castle', is_spoiler: true }]);
    expect(JSON.stringify(body.components)).toContain('"description":"a castle","spoiler":true');
  });

  it('shows its stars, and keeps files that its message has', () => {
    const there = [1, 2].map((number) => ({ attachmentId: `7${number}`, name: `SPOILER_${number}.png` }));
    const names = there.map(({ name }) => name);
    const body = renderCopy(COPY, ENTRY, { names, there, links: [], stars: 3 }, en);
    expect(body.attachments).toEqual([
      { id: '71', description: '1 of 2: a castle' },
      { id: '72', description: '2 of 2: a castle' },
    ]);
    expect(JSON.stringify(body.components)).toContain('"label":"★ 3"');
  });

  it('includes all links that fit with any prompt, and mentions the others', () => {
    const entry = { ...ENTRY, request: { ...ENTRY.request, prompt: '*_~'.repeat(700) } };
    for (const characters of [100, 600, 1_400, 5_000]) {
      const addresses = [1, 2, 3, 4].map((number) => `https://example.com/${number}${'x'.repeat(characters)}`);
      const links = addresses.map((address) => ({ address }));
      const texts = textsOf(renderCopy(COPY, entry, { names: [], links, stars: 0 }, en));
      expect(texts.join('').length).toBeLessThanOrEqual(TEXT_LIMIT);
      const shown = addresses.filter((link) => texts.join('').includes(`(${link})`));
      expect(shown).toHaveLength(characters <= 600 ? 4 : 0);
      expect(texts.join('').split('too long for a message')).toHaveLength(characters <= 600 ? 1 : 5);
    }
  });
});
