import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { MINUTE_MS } from '../../src/time/clock.ts';
import { atelier, type Easel, GALLERY, people } from '../support/easel.ts';
import { image } from './moderation-support.ts';
import { openedRound } from './rounds-support.ts';

const { general } = atelier.channels;
/** How the sandbox's tokens start. */
const TOKEN = Buffer.from('interaction:').toString('base64url').slice(0, -1);

/** The collections that have an interaction's token. */
function withTokens(easel: Easel): string[] {
  const file = new DatabaseSync(easel.config.STORE_URL.replace('sqlite://', ''), { readOnly: true });
  const rows = file.prepare('SELECT key, value FROM records').all();
  file.close();
  const found = rows.filter(({ value }) => String(value).includes(TOKEN));
  return [...new Set(found.map(({ key }) => String(key).split(':')[0] ?? ''))].sort();
}

it('no record has the token of an interaction once 15 minutes have passed', async () => {
  const { easel } = await openedRound({}, { modes: { [GALLERY]: 'review' } });
  await image(easel, people.member);
  await image(easel, people.member, { channelId: general, options: { prompt: 'a {quiet|wild} sea' } });
  await image(easel, people.member, { channelId: general, options: { prompt: 'a slow boat #slow' } });
  const names = ['answers', 'requests', 'rounds', 'works'];
  await easel.until(() => easel.service.tasks().length > 0);
  expect(withTokens(easel)).toEqual(names);
  await easel.clock.advance(13 * MINUTE_MS);
  await easel.restart();
  expect(withTokens(easel)).toEqual(names);
  await easel.clock.advance(3 * MINUTE_MS);
  await easel.until(() => withTokens(easel).length === 0, { limitMs: MINUTE_MS });
});
