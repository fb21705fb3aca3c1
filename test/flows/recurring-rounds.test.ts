import { describe, expect, it } from 'vitest';
import type { MessageView } from '../../src/sandbox/discord/people/views.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/time/clock.ts';
import { atelier, type Easel, passes, people, textOf } from '../support/easel.ts';
import { configure, STAFF, start } from './moderation-support.ts';
import { enterPrompt, MODERATED, openAs, prompts, voteFor } from './rounds-support.ts';
import { section } from './settings-support.ts';

const PLACE = atelier.channels.general;
/** Two in each phase of a round. */
const STEP_MS = 12 * HOUR_MS;
const WEEKLY = {
  ...MODERATED,
  ...{ roundChannelId: PLACE, roundThemes: ['harbours', 'old cranes'], roundEveryDays: 7 },
  ...{ roundHours: 24, roundVoteHours: 24, roundWinners: 1 },
};

async function startWeekly(settings: Record<string, unknown> = {}): Promise<Easel> {
  const easel = await start();
  await configure(easel, { ...WEEKLY, ...settings });
  return easel;
}

const rounds = (easel: Easel): MessageView[] =>
  easel.discord.messages(PLACE, { as: people.member }).filter((one) => textOf(one).includes('### Round:'));
const themes = (easel: Easel): string[] => rounds(easel).map((one) => /Round: (.*)/.exec(textOf(one))?.[1] ?? '');
const hasRounds = (easel: Easel, count: number, limitMs = 40 * DAY_MS) =>
  easel.until(() => rounds(easel).length === count && rounds(easel), {
    stepMs: Math.min(STEP_MS, limitMs / 24),
    limitMs,
  });
const hasMovedOnTo = (easel: Easel, phase: string): boolean =>
  easel.log.some((line) => line.msg === 'round moved on' && line['phase'] === phase);
/** Days in which rounds start and end. */
const days = (easel: Easel, count: number, stepMs = STEP_MS) => {
  const endMs = easel.clock.now() + count * DAY_MS;
  return easel.until(() => easel.clock.now() >= endMs, { stepMs, limitMs: (count + 1) * DAY_MS });
};
const anHour = (easel: Easel) => days(easel, 1 / 24, MINUTE_MS);
const noticesWith = (easel: Easel, words: string): number =>
  easel.discord.messages(STAFF, { as: people.moderator }).filter((one) => textOf(one).includes(words)).length;

describe('recurring rounds', () => {
  it('open with the list’s themes in turn, every set number of days, across restarts, and run like any round', async () => {
    const easel = await startWeekly();
    const [round] = await hasRounds(easel, 1);
    if (!round) throw new Error('no round');
    expect(textOf(round)).toContain('harbours');
    await easel.restart();
    await enterPrompt(easel, people.member, round, 'a red boat');
    await easel.until(() => textOf(easel.now(round)).includes('Vote now'), { stepMs: STEP_MS, limitMs: 2 * DAY_MS });
    await voteFor(easel, people.secondMember, round, 1);
    // Slowly from here on: discord.js waits in real time for Discord's limits.
    await easel.until(() => hasMovedOnTo(easel, 'creating'), { stepMs: STEP_MS, limitMs: 3 * DAY_MS });
    await easel.until(() => textOf(easel.now(round)).includes('The round is over'));
    expect(prompts(easel)).toEqual(['a red boat']);
    await easel.restart();
    await hasRounds(easel, 2);
    expect(themes(easel)).toEqual(['harbours', 'old cranes']);
  });

  it('take a theme that was added before the list starts over', async () => {
    const easel = await startWeekly({ roundThemes: ['harbours'] });
    await hasRounds(easel, 1);
    await configure(easel, { ...WEEKLY, roundThemes: ['harbours', 'bridges'] });
    await hasRounds(easel, 2);
    expect(themes(easel)).toEqual(['harbours', 'bridges']);
  });

  it('make up for nothing after Easel was away for weeks', async () => {
    const easel = await startWeekly();
    await hasRounds(easel, 1);
    await days(easel, 3);
    await easel.app.stop();
    await easel.clock.leap(30 * DAY_MS);
    await easel.restart();
    await hasRounds(easel, 2, DAY_MS);
    await days(easel, 1);
    expect(rounds(easel)).toHaveLength(2);
  });

  it('stop when managers turn them off', async () => {
    const easel = await startWeekly();
    await hasRounds(easel, 1);
    await configure(easel, { ...WEEKLY, roundEveryDays: 0 });
    await days(easel, 15);
    expect(rounds(easel)).toHaveLength(1);
  });

  it('wait for the end of another round in their channel', async () => {
    const easel = await start();
    await configure(easel, MODERATED);
    await openAs(easel, people.moderator, { theme: 'by hand', submit: 120, vote: 60 }, PLACE);
    await configure(easel, WEEKLY);
    await anHour(easel);
    expect(themes(easel)).toEqual(['by hand']);
    await hasRounds(easel, 2);
    expect(themes(easel)).toEqual(['by hand', 'harbours']);
  });
});

describe('no recurring round opens', () => {
  it('where the budget has no room for its pot, and managers get one alert', async () => {
    const easel = await start({ environment: { BUDGET_DEFAULT_CREDITS: '3' } });
    await configure(easel, WEEKLY);
    await easel.until(() => noticesWith(easel, 'the budget doesn’t cover') === 1);
    await easel.restart();
    await days(easel, 15);
    expect(noticesWith(easel, 'the budget doesn’t cover')).toBe(1);
    expect(rounds(easel)).toEqual([]);
    expect(await easel.budget()).toMatchObject({ held: 0, spent: 0 });
  });

  it('where its theme is against the server’s word lists; the next theme does', async () => {
    const easel = await startWeekly({ words: { refuse: ['harbours'] } });
    await easel.until(() => noticesWith(easel, 'breaks this server’s word lists') === 1);
    await hasRounds(easel, 1);
    expect(themes(easel)).toEqual(['old cranes']);
  });

  it('while the channel is closed to Easel; one does when it is open', async () => {
    const easel = await startWeekly({ roundEveryDays: 0 });
    const closing = { name: 'missing-access', method: 'POST', parameters: { channelId: PLACE } } as const;
    await configure(easel, { ...WEEKLY, roundEveryDays: 7, roundThemes: ['harbours'] });
    const closed = easel.discord.faults.switchOn(closing);
    await easel.until(() => noticesWith(easel, 'can’t send messages in its channel') === 1);
    await anHour(easel);
    easel.discord.faults.switchOff(closed.id);
    await hasRounds(easel, 1);
    expect(noticesWith(easel, 'can’t send messages in its channel')).toBe(1);
  });

  it.each([
    ['a lost answer', { name: 'cut-after' }],
    ['an answer that never came', { name: 'internal-error' }],
  ] as const)('twice: after %s, and a restart', async (_, fault) => {
    const easel = await startWeekly({ roundEveryDays: 0 });
    await configure(easel, WEEKLY);
    const trouble = easel.discord.faults.switchOn({ ...fault, method: 'POST', route: '/channels/*' });
    await passes(easel, 20_000);
    await easel.restart();
    easel.discord.faults.switchOff(trouble.id);
    await hasRounds(easel, 1);
    await anHour(easel);
    expect(rounds(easel)).toHaveLength(1);
    expect(textOf(rounds(easel)[0] ?? { components: [], content: '' })).toContain(
      `${(await easel.budget()).held} credits held`,
    );
  });
});

it('managers configure them in the panel', async () => {
  const easel = await startWeekly();
  const text = textOf(await section(easel, 'rounds'));
  expect(text).toContain(`Channel for scheduled rounds: <#${PLACE}>`);
  expect(text).toContain('Scheduled rounds: every 7 days');
});
