import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import { ids } from '../../src/sandbox/discord/world/world-ids.ts';
import { type Easel, GALLERY, mediaOf, people, startEasel, textOf } from '../support/easel.ts';
import { messageOf, prefer, readBy } from './moderation-support.ts';

const SKETCHES = ids.annex.channels.sketches;

let easel: Easel;
beforeEach(async () => {
  easel = await startEasel();
});
afterEach(() => easel.close());

const make = async (prompt: string, channelId: string = GALLERY, userId: string = people.member) => {
  const pending = await easel.command(userId, { channelId, name: 'image', options: { prompt } });
  await easel.idle();
  return pending;
};
const open = (name: 'privacy' | 'history', channelId: string = GALLERY, userId: string = people.member) =>
  easel.command(userId, { channelId, name });
const forget = async (where: 'here' | 'everywhere', userId: string = people.member): Promise<MessageView> => {
  const page = await open('privacy', GALLERY, userId);
  return messageOf(await easel.press(userId, page, `Forget all ${where} …`));
};

describe('/privacy', () => {
  it('links what the operator has published, and tells managers about the server', async () => {
    const page = await open('privacy');
    expect(page.sandbox.ephemeral).toBe(true);
    expect(textOf(page)).toContain('[Privacy policy](https://easel.example/privacy)');
    expect(textOf(page)).not.toContain('For managers');
    expect(textOf(await open('privacy', GALLERY, people.manager))).toContain('For managers');
  });

  it('shows a sentence for each kind of record, and sends a file with the member’s own', async () => {
    await make('a secret hill');
    await make('another’s lake', GALLERY, people.secondMember);
    await easel.press(people.member, await open('privacy'), 'Show all and get the file');
    const reply = await easel.until(() =>
      easel.discord
        .messages(GALLERY, { as: people.member })
        .find((one) => textOf(one).startsWith('Easel keeps about you')),
    );
    expect(textOf(reply)).toContain('**1** × jobs, running and finished');
    const file = await (await fetch(mediaOf(reply)[0]?.url ?? '')).text();
    expect(file).toContain('a secret hill');
    expect(file).not.toMatch(new RegExp(`lake|${people.secondMember}`));
  });

  it('deletes all of a member’s ended jobs and their choices here, after a confirmation', async () => {
    const done = await make('a secret');
    await make('elsewhere', SKETCHES);
    await prefer(easel, people.member, 'count', '2');
    const asked = await forget('here');
    expect(textOf(asked)).toMatch(/Messages stay\. On them, \*Again\*.* stop working; \*Delete\* .* still work\./);
    await easel.press(people.member, asked, 'Delete everything');
    await easel.until(() => readBy(easel, people.member).some((text) => text.startsWith('Done.')));
    expect(textOf(await open('history'))).toContain('You haven’t made anything here yet');
    expect(textOf(await open('history', SKETCHES))).toContain('elsewhere');
    const vary = await easel.press(people.member, easel.now(done), 'Vary');
    expect(vary.kind === 'message' && textOf(vary.message)).toContain('no longer keeps its prompt');
    await easel.press(people.member, easel.now(done), 'Delete');
    await easel.until(() => !easel.isThere(done));
  });

  it('deletes them everywhere', async () => {
    await make('here');
    await make('elsewhere', SKETCHES);
    await easel.press(people.member, await forget('everywhere'), 'Delete everything');
    await easel.until(() => readBy(easel, people.member).some((text) => text.includes('gone from 2 servers')));
    for (const channelId of [GALLERY, SKETCHES])
      expect(textOf(await open('history', channelId))).toContain('You haven’t made anything here yet');
  });

  it('lets managers erase their server once nothing runs there, and keeps what it spent', async () => {
    const erase = async (): Promise<string> => {
      const asked = messageOf(
        await easel.press(people.manager, await open('privacy', GALLERY, people.manager), 'Erase this server …'),
      );
      expect(textOf(asked)).toContain('Messages stay, but their buttons stop working.');
      await easel.press(people.manager, asked, 'Erase this server');
      return easel.until(() =>
        readBy(easel, people.manager).findLast((text) => /^(Done|Nothing was erased|Easel erases)/.test(text)),
      );
    };
    const done = await make('a secret');
    await make('elsewhere', SKETCHES);
    await prefer(easel, people.member, 'count', '2');
    const spent = await easel.budget();
    await easel.command(people.member, { channelId: GALLERY, name: 'image', options: { prompt: 'running' } });
    expect(await erase()).toContain('Nothing was erased');
    await easel.idle();
    const { left } = await easel.budget();
    expect(left).toBeLessThan(spent.left);
    expect(await erase()).toContain('Done.');
    expect(await easel.budget()).toMatchObject({ left });
    expect(textOf(await open('history'))).toContain('You haven’t made anything here yet');
    expect(textOf(await open('history', SKETCHES))).toContain('elsewhere');
    const again = await easel.press(people.member, easel.now(done), 'Vary');
    expect('message' in again && textOf(again.message)).toContain('no longer keeps');
    await make('a new start');
    expect(textOf(await open('history'))).toContain('a new start');
  });

  it('deletes some times an hour only', async () => {
    const yes = async (): Promise<string> => {
      const said = await easel.press(people.member, await forget('here'), 'Delete everything');
      await easel.idle();
      return 'message' in said ? textOf(said.message) : said.kind;
    };
    for (let time = 1; time <= 10; time++) expect(await yes()).not.toContain('several times');
    expect(await yes()).toContain('several times');
  });
});
