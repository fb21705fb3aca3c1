import { afterEach, describe, expect, it } from 'vitest';
import { SECTIONS } from '../../../src/moderation/settings/setting-kinds.ts';
import { RequestLog } from '../../../src/sandbox/discord/request-log.ts';
import { section } from '../../flows/settings-support.ts';
import { watchAnswers } from '../../support/discord-description.ts';
import { type Easel, GALLERY, mediaOf, people, startEasel } from '../../support/easel.ts';

/**
 * Each test that starts the sandbox alone is judged in the same way; see `startDiscord`. Judging each flow of the bot,
 * too, would cost a third more processor time.
 */
describe('the judge of the sandbox’s Discord', () => {
  let easel: Easel | undefined;
  afterEach(() => easel?.close());

  it('finds nothing in a visit of the whole bot', async () => {
    easel = await startEasel();
    const faults = watchAnswers(easel.discord);
    await easel.restart();
    const pending = await easel.command(people.member, { channelId: GALLERY, name: 'image', options: { prompt: 'a' } });
    await easel.idle();
    expect(mediaOf(easel.now(pending))).toHaveLength(1);
    await easel.press(people.secondMember, easel.now(pending), '★');
    await easel.press(people.member, easel.now(pending), 'Edit and make again …');
    for (const name of [...SECTIONS, 'budget'] as const) await section(easel, name);
    await easel.command(people.member, { channelId: GALLERY, name: 'history' });
    expect(easel.discord.requests.list().length).toBeGreaterThan(8);
    expect(faults).toEqual([]);
  });

  const answer = { method: 'GET', url: '/gateway', status: 200, sent: undefined, body: '{"url":"ws://127.0.0.1"}' };

  it('finds answers that Discord would not give', () => {
    const requests = new RequestLog();
    const faults = watchAnswers({ requests });
    requests.onAnswer(answer);
    expect(faults).toEqual([]);
    requests.onAnswer({ ...answer, body: '{}' });
    requests.onAnswer({ ...answer, status: 302 });
    requests.onAnswer({ ...answer, url: '/gateways' });
    requests.onAnswer({ ...answer, status: 400, body: '{"code":"0"}' });
    expect(faults).toEqual([
      expect.stringContaining('expected string, received undefined'),
      expect.stringContaining('which Discord does not do'),
      expect.stringContaining('Discord has no such operation'),
      expect.stringContaining('its refusal'),
    ]);
  });

  it('finds requests that Discord would not accept', () => {
    const requests = new RequestLog();
    const faults = watchAnswers({ requests });
    const url = '/interactions/1/token/callback';
    const callback = { method: 'POST', url, status: 200, body: JSON.stringify(CALLBACK) };
    requests.onAnswer({ ...callback, sent: { type: 4, data: { content: 'Hello' } } });
    expect(faults).toEqual([]);
    requests.onAnswer({ ...callback, sent: { type: 4, data: { content: 'x'.repeat(4001) } } });
    requests.onAnswer({ ...callback, sent: { type: 4, data: { components: [{ type: 99 }] } } });
    expect(faults).toEqual([expect.stringContaining('its request'), expect.stringContaining('its request')]);
  });
});

const CALLBACK = { interaction: { id: '1', type: 2 } };
