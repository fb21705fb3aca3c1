import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import { type Easel, GALLERY, mediaOf, people, startEasel, textOf } from '../support/easel.ts';

let easel: Easel;
beforeEach(async () => {
  easel = await startEasel();
});
afterEach(() => easel.close());

const begin = (): Promise<MessageView> =>
  easel.command(people.member, { channelId: GALLERY, name: 'image', options: { prompt: 'a bridge' } });

const PATCHES = { method: 'PATCH' };

describe('when Discord', () => {
  it.each([
    ['answers 500', { name: 'internal-error' }],
    ['answers 502 with HTML', { name: 'bad-gateway' }],
    ['asks to wait', { name: 'rate-limited', parameters: { retryAfterSeconds: 1 } }],
    [
      'asks to wait for an hour on the token’s way',
      { name: 'rate-limited', parameters: { retryAfterSeconds: 3600 }, route: '/webhooks/*' },
    ],
    ['cuts the line before an edit', { name: 'cut-before' }],
    ['cuts the line after an edit', { name: 'cut-after' }],
    ['does not know good tokens for a moment', { name: 'token-not-found' }],
  ] as const)('%s, the result comes all the same', async (_, fault) => {
    const pending = await begin();
    easel.discord.faults.switchOn({ ...fault, ...PATCHES, times: 6 });
    await easel.idle({ stepMs: 10_000, limitMs: 12 * 3_600_000 });
    easel.discord.faults.clear();
    const shown = easel.discord.messages(GALLERY, { as: people.member });
    expect(shown.flatMap(mediaOf)).toHaveLength(1);
    expect(shown[0]?.id).toBe(pending.id);
  });

  it('does not accept the answer, nothing starts and nothing is held', async () => {
    easel.discord.faults.switchOn({ name: 'internal-error', route: '/interactions/*' });
    const handle = await easel.discord
      .as(people.member)
      .command({ channelId: GALLERY, name: 'image', options: { prompt: 'unanswered' } });
    await easel.until(() => easel.log.some(({ msg }) => msg.startsWith('job abandoned')));
    await easel.clock.advance(4_000);
    expect((await handle.answer).kind).toBe('no-answer');
    easel.discord.faults.clear();
    expect(easel.service.creates).toBe(0);
    expect(await easel.budget()).toMatchObject({ spent: 0, held: 0 });
  });

  it('accepts the answer but the connection breaks, the job continues with that message', async () => {
    easel.discord.faults.switchOn({ name: 'cut-after', route: '/interactions/*', times: 1 });
    const pending = await begin();
    await easel.idle();
    expect(mediaOf(easel.now(pending))).toHaveLength(1);
    expect(easel.service.creates).toBe(1);
  });

  it.each([
    ['cuts the line and fails for a minute', 'cut-after', 60_000],
    ['says nothing and fails for eight seconds', 'empty-after', 8_000],
  ] as const)('took the answer, %s, nothing is begun, and the message says so in the end', async (_, name, forMs) => {
    easel.discord.faults.switchOn({ name, route: '/interactions/*', times: 1 });
    easel.discord.faults.switchOn({ name: 'internal-error', forMs });
    const handle = await easel.discord
      .as(people.member)
      .command({ channelId: GALLERY, name: 'image', options: { prompt: 'half landed' } });
    await easel.until(() => easel.log.some(({ msg }) => msg.startsWith('job abandoned')));
    const answer = await handle.answer;
    if (answer.kind !== 'message') throw new Error(`answered with ${answer.kind}`);
    expect(textOf(easel.now(answer.message))).toContain('Sending to the service');
    await easel.until(() => textOf(easel.now(answer.message)).includes('Not started'), { stepMs: 5_000 });
    expect(easel.service.creates).toBe(0);
    expect(await easel.budget()).toMatchObject({ spent: 0, held: 0 });
  });

  it.each([
    ['drops the gateway', 'gateway-drop'],
    ['declares the session invalid', 'gateway-invalid-session'],
    ['asks to reconnect', 'gateway-reconnect'],
  ] as const)('%s, the bot comes back and jobs end', async (_, name) => {
    const pending = await begin();
    easel.discord.faults.switchOn({ name });
    await easel.idle();
    expect(mediaOf(easel.now(pending))).toHaveLength(1);
    await easel.until(() => easel.discord.connections > 0, { limitMs: 1e12, stepMs: 1 });
    const next = await begin();
    await easel.idle();
    expect(mediaOf(easel.now(next))).toHaveLength(1);
  });

  it('closes the gateway for good, the bot ends with one clear sentence', async () => {
    easel.discord.faults.switchOn({ name: 'gateway-close', parameters: { code: 4004 } });
    await expect(easel.app.ended).rejects.toThrow('Discord doesn’t accept the token. Set DISCORD_TOKEN');
  });

  it('already has the commands, Easel does not register them again', async () => {
    const puts = () => easel.discord.requests.list({ method: 'PUT' }).length;
    expect(puts()).toBe(1);
    await easel.restart();
    expect(puts()).toBe(1);
  });
});
