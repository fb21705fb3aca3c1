import { DiscordAPIError, InteractionResponseType, RESTJSONErrorCodes } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { textDisplay } from '../../src/discord/messages/components.ts';
import { renderRound } from '../../src/discord/messages/round-message.ts';
import { messageBody } from '../../src/discord/rest/message-body.ts';
import { jobIdOf } from '../../src/jobs/job/job-id.ts';
import { AnswerLostError } from '../../src/jobs/ports/job-messages.ts';
import { OPEN_ROUNDS_MAX, potJobId, potParts, type Round } from '../../src/moderation/rounds/round.ts';
import { en } from '../../src/texts/en.ts';
import { allOf } from '../support/all-records.ts';
import { passTime, settle, wordsAt, wordsIn } from './crash-visits.ts';
import { CHANNEL, GUILD, type Life, live, MODERATOR, openWorld, turns, type World } from './crash-world.ts';
import { entryBy, MINUTE_MS, roundOf, unpostedRound } from './rounds-samples.ts';

const heldBy = async ({ accounts }: Life): Promise<number> => (await accounts.view(GUILD)).heldCredits;

async function onlyRound({ records }: World): Promise<Round> {
  const [found] = (await allOf(records.rounds)).records;
  if (!found) throw new Error('no round');
  return found[1];
}

/** A member's command to open a round, which is not answered yet. */
function asked({ clock, discord }: World) {
  const command = discord.issueToken(CHANNEL);
  const round = unpostedRound(jobIdOf(command.id), {
    ...{ guildId: GUILD, channelId: CHANNEL, applicationId: 'application', uploadLimitBytes: 1_000_000 },
    ...{ token: command.token, tokenIssuedAtMs: clock.now() },
  });
  const answer = (data: object) =>
    discord.answer(command, { type: InteractionResponseType.ChannelMessageWithSource, data });
  return { round, answer };
}

const submit = ({ rounds }: Life, id: string, memberId = 'a') =>
  rounds.submit(id, { memberId, prompt: `by ${memberId}`, approvalChannelId: undefined, isPreviewed: false });

/** A running bot and an open round with one entry. */
async function opened() {
  const world = await openWorld();
  const life = await live(world, 0);
  await life.start();
  await life.openRound();
  const { id, location } = await onlyRound(world);
  await submit(life, id);
  await life.rounds.carryOut(id);
  return { world, life, id, messageId: location.messageId ?? '' };
}

describe('rounds', () => {
  it('run one per channel, and a bounded number per server', async () => {
    const life = await live(await openWorld(), 0);
    const outcomes: (string | undefined)[] = [];
    for (let number = 0; number < OPEN_ROUNDS_MAX; number++) {
      outcomes.push((await life.openRound({ id: `round${number}` }, `channel${number}`))?.outcome);
    }
    expect(new Set(outcomes)).toEqual(new Set(['open']));
    expect(await life.openRound({}, 'channel3')).toMatchObject({ outcome: 'another', round: { id: 'round3' } });
    expect(await life.openRound({}, 'another channel')).toEqual({ outcome: 'too many' });
  });

  it('hold no credits if the opener can’t be answered', async () => {
    const world = await openWorld();
    const life = await live(world, 0);
    expect(await life.rounds.open(asked(world).round, async () => undefined)).toEqual({ outcome: 'unanswered' });
    expect(await heldBy(life)).toBe(0);
    expect(await life.openRound()).toEqual({ outcome: 'open' });
  });

  it('hold no credits if others took the pot’s credits first', async () => {
    const life = await live(await openWorld(), 0);
    const pot = { winnerCount: 10, quoteCredits: 60 };
    const outcomes = await Promise.all([life.openRound(pot), life.openRound(pot, 'other')]);
    expect(outcomes.map((one) => one?.outcome).sort()).toEqual(['open', 'short']);
    expect(await heldBy(life)).toBe(600);
  });

  it('bring their message up to date once Discord can be reached again', async () => {
    const { world, life, id, messageId } = await opened();
    const before = wordsAt(world, messageId);
    world.discord.offline = true;
    await submit(life, id, 'b');
    void life.rounds.carryOut(id);
    await passTime(world, 10_000);
    expect(wordsAt(world, messageId)).toBe(before);
    world.discord.offline = false;
    await passTime(world, MINUTE_MS);
    expect(before).toContain('1 prompt');
    expect(wordsAt(world, messageId)).toContain('2 prompts');
  });

  it('replace a deleted message, and celebrate the winners once', async () => {
    const { world, messageId } = await opened();
    world.discord.messages.delete(messageId);
    await passTime(world, 65 * MINUTE_MS);
    const { location, ending } = await onlyRound(world);
    expect(ending?.how).toBe('done');
    expect(location.messageId).not.toBe(messageId);
    expect(wordsAt(world, location.messageId)).toContain('The round is over');
    expect(wordsIn(world, CHANNEL).filter((words) => words.includes('🏆'))).toHaveLength(1);
  });

  it('count all of several simultaneous votes', async () => {
    const { world, life, id } = await opened();
    await passTime(world, 31 * MINUTE_MS);
    const voters = Array.from({ length: 50 }, (_, index) => `voter${index}`);
    await Promise.all(voters.map((memberId) => life.rounds.vote(id, memberId, 1)));
    expect(Object.keys((await onlyRound(world)).votes)).toHaveLength(50);
  });
});

describe('a round whose first answer Discord did not confirm', () => {
  it('opens in the same process as soon as Discord knows its message', async () => {
    const world = await openWorld();
    const life = await live(world, 0);
    await life.start();
    const { round, answer } = asked(world);
    const outcome = await life.rounds.open(round, async (one) => {
      await answer(renderRound(one, en));
      world.discord.offline = true;
      throw new AnswerLostError('an empty answer, and then none');
    });
    expect(outcome).toEqual({ outcome: 'open' });
    await passTime(world, 5_000);
    expect(await onlyRound(world)).toMatchObject({ phase: 'opening' });
    const refusal = await life.rounds.open(asked(world).round, async () => undefined);
    expect(refusal).toEqual({ outcome: 'interrupted' });
    world.discord.offline = false;
    await passTime(world, 30_000);
    expect(await onlyRound(world)).toMatchObject({ phase: 'submitting' });
  });

  it('is dropped and its credits are released if its message does not appear within a minute', async () => {
    const world = await openWorld();
    const first = await live(world, 0);
    await first.start();
    void first.rounds.open(asked(world).round, () => new Promise(() => undefined));
    await turns();
    first.mortal.kill();
    const second = await live(world, 0);
    await second.start();
    await passTime(world, 55_000);
    expect(await onlyRound(world)).toMatchObject({ phase: 'opening' });
    await passTime(world, 10_000);
    expect(await onlyRound(world)).toMatchObject({ ending: { how: 'dropped', isPotReleased: true } });
    expect(world.discord.messages.size).toBe(0);
    expect(await heldBy(second)).toBe(0);
  });
});

describe('a winner', () => {
  /** A round whose only winner is about to start. */
  async function decided() {
    const world = await openWorld();
    const { discord, records } = world;
    const message = await discord.post(CHANNEL, messageBody([textDisplay('round')]), [], { nonce: 'round' });
    const { round: template } = asked(world);
    const jobId = potJobId(template.id, 1);
    const winners = [{ number: 1, votes: 1, jobId, state: 'waiting' as const }];
    const round = roundOf({
      ...{ id: template.id, guildId: GUILD, location: { ...template.location, messageId: message.id } },
      ...{ phase: 'creating', winnerCount: 1, shown: { winners: 'creating' }, entries: [entryBy(1)], winners },
    });
    await records.rounds.set(round.id, round);
    const life = await live(world, 0);
    await life.accounts.hold(GUILD, { jobId, memberId: 'opener', tasks: potParts(round) });
    return { world, life, id: round.id, jobId };
  }

  const expectUnmade = async (world: World, life: Life): Promise<void> => {
    expect(world.service.createCalls).toBe(0);
    // Only the round's own.
    expect(wordsIn(world, CHANNEL)).toHaveLength(1);
    expect(await heldBy(life)).toBe(0);
    // The round's message must not link to it.
    expect((await onlyRound(world)).winners[0]?.messageId).toBeUndefined();
    expect((await onlyRound(world)).ending?.isPotReleased).toBe(true);
  };

  it('is made in one message, once Discord can be reached', async () => {
    const { world, life, jobId } = await decided();
    world.discord.offline = true;
    await life.start();
    await passTime(world, 30_000);
    expect(world.service.createCalls).toBe(0);
    world.discord.offline = false;
    await settle(world, life);
    expect(world.service.createCalls).toBe(1);
    const [winner] = (await onlyRound(world)).winners;
    expect(winner).toMatchObject({ jobId, state: 'made' });
    expect(wordsAt(world, winner?.messageId)).toContain('Done');
    expect(world.discord.messages.size).toBe(3);
  });

  it('is not made if Easel may not post its message', async () => {
    const { world, life } = await decided();
    const raw = { code: RESTJSONErrorCodes.MissingAccess, message: '' };
    world.discord.post = async () => {
      throw new DiscordAPIError(raw, raw.code, 403, 'POST', '', { body: undefined, files: undefined });
    };
    await life.start();
    await settle(world, life);
    await expectUnmade(world, life);
    expect((await onlyRound(world)).winners[0]?.state).toBe('failed');
  });

  it('is not made if the settings now forbid it', async () => {
    const { world, life } = await decided();
    await life.moderation.members.change(GUILD, 'member1', (before) => ({
      ...before,
      timeout: { untilMs: world.clock.now() + 60 * MINUTE_MS, why: '', byId: MODERATOR, atMs: world.clock.now() },
    }));
    await life.start();
    await settle(world, life);
    await expectUnmade(world, life);
    expect((await onlyRound(world)).winners[0]?.state).toBe('failed');
  });

  it('is not made if the round was cancelled before', async () => {
    const { world, life, id } = await decided();
    await life.load();
    await life.rounds.cancel(id, MODERATOR);
    await life.start();
    await settle(world, life);
    await expectUnmade(world, life);
  });
});
