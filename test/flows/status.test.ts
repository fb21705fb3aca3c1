import { describe, expect, it } from 'vitest';
import { VERSION } from '../../src/version.ts';
import { ask, credits, startWithOperator } from '../commands/asking.ts';
import { atelier, GALLERY, mediaOf, people, textOf } from '../support/easel.ts';
import { configure, image, lastCard, STAFF } from './moderation-support.ts';

describe('/credits status', () => {
  it('tells the operator what today cost, what was returned and which server spent most', async () => {
    const easel = await startWithOperator();
    const shown = await image(easel, people.member);
    await easel.until(() => mediaOf(easel.now(shown)).length === 1);
    easel.service.faults.switchOn('refuseCreates', { times: 1 });
    await image(easel, people.member);
    await easel.idle();
    const text = await credits(easel, 'status');
    expect(text).toContain('Nothing runs or waits\nToday, by each server’s time zone: **4 credits** spent on 1 task');
    expect(text).toContain('Credits returned for 1 task: refused 1');
    expect(text).toMatch(/Most spent today\n- \*\*The Atelier\*\* \(\d+\): 4 credits/u);
    expect(text).toContain('No problems right now');
    expect(text).toMatch(
      new RegExp(`1 process\\n- Easel ${VERSION}, shards: 1 of 1, started <t:\\d+:R> · answers you`, 'u'),
    );
  });

  it('keeps the day over a restart, and says what runs, waits, is unconfirmed and wrong', async () => {
    const easel = await startWithOperator();
    await configure(easel, {
      modes: { [STAFF]: 'open', [GALLERY]: 'review' },
      moderatorsChannelId: STAFF,
      moderatorRoleIds: [atelier.roles.moderator],
    });
    await image(easel, people.member);
    await lastCard(easel);
    easel.service.faults.switchOn('cutLine', { on: 'create', moment: 'after', times: 1 });
    await image(easel, people.moderator, { channelId: STAFF });
    await easel.idle();
    await easel.restart({ OPERATOR_CHANNEL_ID: '1400000000000000555' });
    await easel.until(() => easel.log.some(({ msg }) => msg.includes('OPERATOR_CHANNEL_ID')));
    const text = await credits(easel, 'status');
    expect(text).toContain('Easel right now\n1 request for people to decide\nToday, ');
    expect(text).toMatch(
      /2 problems right now\n- OPERATOR\\_CHANNEL\\_ID .*\n- Unconfirmed tasks: 1\. .*\/credits resolve/u,
    );
  });

  it('is for operators, in private', async () => {
    const easel = await startWithOperator();
    const own = await ask(easel, people.operator, { name: 'credits', subcommand: 'status' });
    expect(own.sandbox.ephemeral).toBe(true);
    const admin = easel.discord.as(people.owner).command({ channelId: GALLERY, name: 'credits', subcommand: 'status' });
    const answer = await (await admin).answer;
    expect(answer.kind === 'message' && textOf(answer.message)).toContain('Only Easel’s operator can do that');
  });
});
