import { afterEach, describe, expect, it, type TestContext } from 'vitest';
import { RequestLog } from '../../../src/sandbox/discord/request-log.ts';
import { hasDescription, watchAnswers } from '../../support/discord-description.ts';
import { type Easel, GALLERY, mediaOf, people, startEasel } from '../../support/easel.ts';

/** Each test that starts the sandbox of Discord checks its answers in the same way; see `startDiscord`. */
describe('the answers of Discord’s sandbox, checked with Discord’s OpenAPI description', () => {
  let easel: Easel | undefined;
  afterEach(() => easel?.close());

  const needDescription = ({ skip }: TestContext): void => {
    if (!hasDescription) skip('Discord’s OpenAPI description is not next to this project');
  };

  it('are answers that the whole bot could get from Discord', async (context) => {
    needDescription(context);
    easel = await startEasel();
    const faults = watchAnswers(easel.discord);
    await easel.restart();
    const pending = await easel.command(people.member, { channelId: GALLERY, name: 'image', options: { prompt: 'a' } });
    await easel.idle();
    expect(mediaOf(easel.now(pending))).toHaveLength(1);
    await easel.press(people.secondMember, easel.now(pending), '★ Star');
    await easel.press(people.member, easel.now(pending), 'Edit …');
    await easel.command(people.manager, { channelId: GALLERY, name: 'settings', subcommand: 'show' });
    await easel.command(people.member, { channelId: GALLERY, name: 'history' });
    expect(easel.discord.requests.list().length).toBeGreaterThan(8);
    expect(faults).toEqual([]);
  });

  it('differ from answers that Discord would not give', (context) => {
    needDescription(context);
    const requests = new RequestLog();
    const faults = watchAnswers({ requests });
    const answer = { method: 'GET', url: '/gateway', status: 200, body: '{"url":"ws://127.0.0.1"}' };
    requests.onAnswer(answer);
    expect(faults).toEqual([]);
    requests.onAnswer({ ...answer, body: '{}' });
    requests.onAnswer({ ...answer, status: 302 });
    requests.onAnswer({ ...answer, url: '/gateways' });
    expect(faults).toEqual([
      expect.stringContaining("must have required property 'url'"),
      expect.stringContaining('which Discord does not do'),
      expect.stringContaining('Discord has no such operation'),
    ]);
  });
});
