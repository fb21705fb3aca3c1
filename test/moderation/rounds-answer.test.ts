import { InteractionResponseType } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { renderRound } from '../../src/discord/messages/round-message.ts';
import { createReconciler } from '../../src/discord/reconciler/reconciler.ts';
import { createRoundMessages } from '../../src/discord/reconciler/round-messages.ts';
import { createMessageClient } from '../../src/discord/rest/message-client.ts';
import { AnswerLostError } from '../../src/jobs/outside/job-messages.ts';
import { createLog } from '../../src/log.ts';
import type { Round } from '../../src/moderation/rounds/round.ts';
import { en } from '../../src/texts/en.ts';
import { FakeDiscord } from '../support/fake-discord.ts';
import { unpostedRound } from './rounds-samples.ts';
import { live, openWorld, turns } from './rounds-world.ts';

/** A world with Discord, and a member who is about to open a round. */
async function openAnswering() {
  const world = await openWorld();
  const { clock } = world;
  const discord = new FakeDiscord(clock);
  discord.callbackMs = 2_000;
  const stop = new AbortController().signal;
  const client = createMessageClient({ rest: discord.rest, clock, random: () => 0.5, log: createLog('silent'), stop });
  const reconciler = createReconciler({ client, clock, stop });
  const { announce: _, ...messages } = createRoundMessages({ reconciler, client, texts: en });
  const issued = discord.issueToken('channel');
  return {
    ...{ world, discord },
    asked: unpostedRound('round1', { token: issued.token, tokenIssuedAtMs: clock.now() }),
    answer: async (round: Round): Promise<string | undefined> => {
      const data = renderRound(round, en);
      return (await discord.answer(issued, { type: InteractionResponseType.ChannelMessageWithSource, data }))?.id;
    },
    /** A process that takes the steps of its rounds. */
    startLife: async () => {
      const life = await live(world, 0, messages);
      await life.rounds.load();
      life.start();
      return life;
    },
    pass: async (durationMs: number): Promise<void> => {
      for (let passedMs = 0; passedMs < durationMs; passedMs += 250) {
        await world.clock.advance(250);
        await turns();
      }
    },
  };
}

const heldBy = async ({ accounts }: Awaited<ReturnType<typeof live>>): Promise<number> =>
  (await accounts.view('guild')).heldCredits;

describe('a round whose first answer Discord did not confirm', () => {
  it.each([0, 500, 1_000, 1_500])('opens even if the bot is killed %i ms after the command', async (killedMs) => {
    const { world, discord, asked, answer, startLife, pass } = await openAnswering();
    const first = await startLife();
    void first.rounds.open(asked, answer);
    await turns();
    await pass(killedMs);
    first.kill();
    const second = await startLife();
    await pass(10_000);
    const [message, ...others] = discord.in('channel');
    expect(others).toEqual([]);
    expect(await world.rounds.get(asked.id)).toMatchObject({
      phase: 'submitting',
      location: { messageId: message?.id },
    });
    const entry = { memberId: 'a', prompt: 'by a', needsApproval: false, isPreviewed: false };
    expect(await second.rounds.submit(asked.id, entry)).not.toMatchObject({ outcome: 'gone' });
    expect(await heldBy(second)).toBe(10);
  });

  it('opens in the same process as soon as Discord knows its message', async () => {
    const { world, discord, asked, answer, startLife, pass } = await openAnswering();
    const life = await startLife();
    const opening = life.rounds.open(asked, async (round) => {
      await answer(round);
      discord.offline = true;
      throw new AnswerLostError('an empty answer, and then none');
    });
    await turns();
    await pass(5_000);
    expect(await opening).toEqual({ outcome: 'open' });
    expect(await world.rounds.get(asked.id)).toMatchObject({ phase: 'opening' });
    discord.offline = false;
    await pass(30_000);
    expect(await world.rounds.get(asked.id)).toMatchObject({ phase: 'submitting' });
  });

  it('is dropped and its credits are released if its message does not appear within a minute', async () => {
    const { world, discord, asked, startLife, pass } = await openAnswering();
    const first = await startLife();
    void first.rounds.open(asked, () => new Promise(() => undefined));
    await turns();
    first.kill();
    const second = await startLife();
    await pass(50_000);
    expect(await world.rounds.get(asked.id)).toMatchObject({ phase: 'opening' });
    await pass(120_000);
    expect(await world.rounds.get(asked.id)).toMatchObject({ ending: { how: 'dropped', isPotReleased: true } });
    expect(discord.messages.size).toBe(0);
    expect(await heldBy(second)).toBe(0);
  });
});
