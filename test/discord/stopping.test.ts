import { describe, expect, it, onTestFinished } from 'vitest';
import { createResponder } from '../../src/discord/interactions/responder.ts';
import { messageBody } from '../../src/discord/rest/message-body.ts';
import { type Easel, GALLERY, people, startEasel, textOf } from '../support/easel.ts';
import { FakeClock } from '../support/fake-clock.ts';

/** A finished picture, and the list in which its author can get it again. */
async function withDonePicture(): Promise<Easel> {
  const easel = await startEasel();
  onTestFinished(() => easel.close());
  await easel.command(people.member, { channelId: GALLERY, name: 'image', options: { prompt: 'a lighthouse' } });
  await easel.idle();
  return easel;
}

describe('a member who waits for a private response when Easel stops', () => {
  it.each<[string, (easel: Easel) => void]>([
    ['of the service', ({ service }) => service.faults.switchOn('hang', { on: 'query' })],
    ['of a result', ({ service }) => service.faults.switchOn('resultSlow')],
  ])('is asked to come back while Easel waits for the answer %s', async (_, delay) => {
    const easel = await withDonePicture();
    const list = await easel.open(
      people.member,
      await easel.command(people.member, { channelId: GALLERY, name: 'history' }),
    );
    delay(easel);
    const answer = await easel.press(people.member, list, 'Send me the files');
    if (!('message' in answer)) throw new Error(`answered with ${answer.kind}`);
    const shown = () =>
      easel.discord.messages(GALLERY, { as: people.member }).find(({ id }) => id === answer.message.id);
    expect(shown()?.sandbox.loading).toBe(true);
    await easel.app.stop();
    const last = shown();
    expect(last?.sandbox.loading).toBe(false);
    expect(last && textOf(last)).toBe('Easel is restarting. Try again in a minute.');
    expect(easel.log.filter(({ level }) => level >= 50)).toEqual([]);
  });
});

describe('a response that is ready when Easel stops', () => {
  const body = messageBody([]);
  const interaction = {
    ...{ id: '1', applicationId: '2', token: 't', receivedAtMs: 0, channelId: '3', userId: '4' },
    guildId: undefined,
    server: undefined,
  };

  it('is sent if it is text, while uploads are interrupted', async () => {
    const ended: Record<string, boolean> = {};
    const note =
      (name: string) =>
      async (_ref: unknown, _body: unknown, files: readonly unknown[], options: { signal?: AbortSignal }) => {
        ended[files.length > 0 ? `${name} with files` : name] = options.signal?.aborted === true;
        return { outcome: 'done' as const, value: { id: '1', channelId: '3', files: [] } };
      };
    const notAsked = () => Promise.reject(new Error('nobody asks for this'));
    const answer = async () => ({ outcome: 'done' as const, value: undefined });
    const others = { answer, deleteOriginal: notAsked, original: notAsked };
    const rest = { ...others, editOriginal: note('complete'), followUp: note('follow up') };
    const respond = createResponder(rest, new FakeClock(), interaction, AbortSignal.abort());
    await respond.deferPrivately();
    await respond.complete(body);
    await respond.complete(body, [{ name: 'a.png', mimeType: 'image/png', path: '/a.png' }]);
    await respond.tell(body);
    expect(ended).toEqual({ complete: false, 'complete with files': true, 'follow up': false });
  });
});
