import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import { reachControl } from '../../src/sandbox/reach-control.ts';
import { type Beside, type Easel, GALLERY, mediaOf, people, startEasel, textOf } from '../support/easel.ts';

let easel: Easel;
let other: Beside;
beforeEach(async () => {
  easel = await startEasel();
  other = easel.beside({
    STORE_URL: easel.config.STORE_URL.replace('easel.sqlite', 'other.sqlite'),
    STORE_NEW: 'yes',
  });
  await easel.until(() => easel.discord.connections === 2);
  await other.started;
});
afterEach(() => easel.close());

const lines = () => [...easel.log, ...other.log];
const said = (msg: string) => lines().filter((line) => line.msg === msg);
const ask = (prompt: string): Promise<MessageView> =>
  easel.command(people.member, { channelId: GALLERY, name: 'image', options: { prompt } });
/** Both programs get every interaction; this is how many. */
const handled = (what: string) =>
  lines().filter((line) => line.msg.startsWith('interaction ') && line['what'] === what);
const bothHandled = (what: string, times: number) => easel.until(() => handled(what).length === 2 * times);
const isMade = (message: MessageView) => mediaOf(easel.now(message)).length > 0;

describe('with two programs on one token, each with a store of its own', () => {
  it('each picture is made and paid once, and the operator learns what to do', async () => {
    const pending: MessageView[] = [];
    for (const prompt of ['a fox', 'a hill', 'a boat', 'a lamp']) pending.push(await ask(prompt));
    await easel.until(() => pending.every(isMade));
    expect(easel.service.creates).toBe(4);
    expect(said('task settled')).toHaveLength(4);
    expect(said('job dropped: the member could not be answered')).toHaveLength(4);
    const found = lines().filter(({ finding }) => finding === 'discord.twice');
    expect(found.length).toBeGreaterThan(0);
    expect(found[0]).toMatchObject({
      level: 50,
      msg: expect.stringContaining('Another program answers with this token'),
    });
    expect(await easel.budget()).toMatchObject({ held: 0 });
    // Its message is the winner's alone.
    for (const message of pending) expect(textOf(easel.now(message))).not.toContain('Not started');
  });

  it.each([
    ['a press', 'Vary'],
    ['a form', 'Edit and make again …'],
  ] as const)('%s starts one thing at most', async (_, label) => {
    const message = await ask('a fox');
    await easel.until(() => isMade(message));
    const before = easel.service.creates;
    const member = easel.discord.as(people.member);
    // The program that doesn't know the picture may answer the way to the control as well.
    const control = await easel.until(() => reachControl(member, easel.now(message), label).catch(() => undefined));
    const answer = await (await member.press(control)).answer;
    if (answer.kind === 'modal') await (await member.submitModal({ modal: answer.modal, values: {} })).answer;
    await easel.clock.advance(5_000);
    await easel.until(
      () =>
        said('job held').length ===
        said('task settled').length + said('job dropped: the member could not be answered').length,
    );
    expect(easel.service.creates - before).toBeLessThanOrEqual(1);
  });

  it('nothing is changed by the one that didn’t answer, and it tells no fault', async () => {
    for (const name of ['history', 'budget', 'help']) await easel.command(people.member, { channelId: GALLERY, name });
    await bothHandled('history', 1);
    await bothHandled('help', 1);
    expect(lines().filter(({ level, finding }) => level >= 50 && finding === undefined)).toEqual([]);
    expect(
      handled('history')
        .map(({ msg }) => msg)
        .sort(),
    ).toEqual(['interaction answered', 'interaction late']);
  });
});
