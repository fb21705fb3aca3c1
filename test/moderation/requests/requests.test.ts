import { describe, expect, it, vi } from 'vitest';
import { AnswerLostError } from '../../../src/jobs/ports/job-messages.ts';
import { appealKey } from '../../../src/moderation/appeals/appeal.ts';
import type { GatedRequest } from '../../../src/moderation/requests/request.ts';
import { isSettled } from '../../../src/moderation/requests/request-decisions.ts';
import { UnconfirmedError } from '../../../src/task-api/errors.ts';
import { allOf } from '../../support/all-records.ts';
import type { FakeCalls } from '../../support/fake-discord.ts';
import { collectionsOf } from '../../support/memory-database.ts';
import { auditOf, filesIn, passTime, settle, wordsAt, wordsIn } from '../crash-visits.ts';
import {
  CHANNEL,
  GUILD,
  type Life,
  live,
  MEMBER,
  MODERATOR,
  openWorld,
  PREVIEW,
  REVIEW,
  STAFF,
  turns,
  VOTE,
  type World,
} from '../crash-world.ts';
import { sampleRequest } from '../request-samples.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

async function onlyRequest({ records }: World): Promise<GatedRequest> {
  const [found] = (await allOf(records.requests)).records;
  if (!found) throw new Error('no request');
  return found[1];
}

async function running(world: World, changed?: Partial<FakeCalls>): Promise<Life> {
  const life = await live(world, 0, changed);
  await life.start();
  return life;
}

/** A running bot, and a request that people have to decide on. */
async function asked(gates = REVIEW, options?: Parameters<Life['ask']>[2]) {
  const world = await openWorld();
  const life = await running(world);
  const id = await life.ask(MEMBER, gates, options);
  await settle(world, life);
  return { world, life, id };
}

const heldBy = async ({ accounts }: Life): Promise<number> => (await accounts.view(GUILD)).heldCredits;
const approve = ({ moderation }: Life, id: string) =>
  moderation.requests.press(id, { press: 'approved', byId: MODERATOR });

describe('a decision', () => {
  it('is carried out after a restart that came between deciding and doing', async () => {
    const { world, life, id } = await asked();
    life.stop();
    await approve(await live(world, 0), id);
    expect(world.service.createCalls).toBe(0);
    await settle(world, await running(world));
    expect(world.service.createCalls).toBe(1);
    expect(wordsAt(world, (await onlyRequest(world)).card?.messageId)).toContain('Approved');
    expect(await auditOf(world)).toEqual([`approved ${id} by ${MODERATOR}`]);
  });

  it('is made once, even if several people press', async () => {
    const { life, id } = await asked();
    const presses = ['approved', 'rejected', 'withdrawn', 'approved'] as const;
    const outcomes = await Promise.all(
      presses.map((press) => life.moderation.requests.press(id, { press, byId: MODERATOR })),
    );
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['done', 'late', 'late', 'late']);
  });

  it('starts the job in the commit that changes its request', async () => {
    const { world, life, id } = await asked();
    const commits = vi.spyOn(world.database, 'commit');
    await approve(life, id);
    await life.moderation.requests.carryOut(id);
    await settle(world, life);
    const [writes = []] = commits.mock.calls.find(([one]) => collectionsOf(one).includes('running')) ?? [];
    expect(writes.map(([, text]) => text)).toContainEqual(expect.stringContaining('"phase":"started"'));
  });

  it('reaches its member only after moderators see it too, and once', async () => {
    const { world, life, id } = await asked();
    world.discord.failingIn.add(STAFF);
    await life.moderation.requests.press(id, { press: 'rejected', byId: MODERATOR });
    void life.moderation.requests.carryOut(id);
    await passTime(world, MINUTE_MS);
    expect(world.discord.whispers).toEqual([]);
    world.discord.failingIn.clear();
    await settle(world, life);
    expect(world.discord.whispers).toHaveLength(1);
    expect(await auditOf(world)).toEqual([`rejected ${id} by ${MODERATOR}`]);
  });

  it.each([1, 0])('by an owner counts for later requests only if it came in time (%i ms left)', async (leftMs) => {
    const world = await openWorld();
    const life = await live(world, 0);
    const consent = {
      origins: [{ kind: 'work' as const, id: '9'.repeat(19), ownerId: MODERATOR }],
      ...{ allowedByIds: [], mentionedIds: [] },
    };
    const times = { phaseAtMs: world.clock.now(), expiresAtMs: world.clock.now() + leftMs };
    const request = sampleRequest({ gates: { before: 'owner', after: 'nobody' }, consent, ...times });
    await world.records.requests.set(request.id, request);
    const { outcome } = await life.moderation.requests.press(request.id, { press: 'allowed', byId: MODERATOR });
    expect(outcome).toBe(leftMs > 0 ? 'done' : 'late');
    const kept = [...world.database.texts.keys()].filter((key) => key.startsWith('consents:'));
    expect(kept).toHaveLength(leftMs);
  });

  it('by votes counts simultaneous ones exactly', async () => {
    const { world, life, id } = await asked(VOTE);
    await life.moderation.requests.press(id, { press: 'voted', byId: 'a', seenEdits: 0 });
    const outcomes = await Promise.all(
      ['a', 'b', 'c', 'd'].map((byId) => life.moderation.requests.press(id, { press: 'voted', byId, seenEdits: 0 })),
    );
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done', 'late']);
    expect((await onlyRequest(world)).voterIds).toEqual(['b', 'c']);
  });
});

describe('a request', () => {
  /** A member's command that Discord has not confirmed. */
  const unanswered = ({ discord, clock }: World): GatedRequest => {
    const { messageId: _, ...location } = sampleRequest().location;
    const { token } = discord.issueToken(CHANNEL);
    return sampleRequest({
      ...{ phase: 'opening', phaseAtMs: clock.now(), createdAtMs: clock.now(), shown: {}, card: { channelId: STAFF } },
      location: { ...location, channelId: CHANNEL, token, tokenIssuedAtMs: clock.now() },
    });
  };

  it('releases its credits if its message never appeared, which is known once Discord is there', async () => {
    const world = await openWorld();
    const first = await running(world);
    void first.moderation.requests.ask(unanswered(world), () => new Promise(() => undefined));
    await turns();
    expect(await heldBy(first)).toBe(10);
    first.mortal.kill();
    world.discord.offline = true;
    const second = await running(world);
    await passTime(world, 2 * MINUTE_MS);
    expect((await onlyRequest(world)).phase).toBe('opening');
    expect(await approve(second, 'job1')).toEqual({ outcome: 'gone' });
    world.discord.offline = false;
    await passTime(world, MINUTE_MS);
    expect((await onlyRequest(world)).phase).toBe('unanswered');
    expect(await heldBy(second)).toBe(0);
    expect(world.discord.messages.size).toBe(0);
  });

  it('waits for a decision although its answer was lost, and finds the message itself', async () => {
    const world = await openWorld();
    const life = await running(world);
    const request = unanswered(world);
    const { token } = request.location;
    const outcome = await life.moderation.requests.ask(request, async () => {
      await world.discord.answer({ id: '1', token }, { type: 4, data: { components: [], attachments: [] } });
      throw new AnswerLostError();
    });
    expect(outcome).toEqual({ outcome: 'asked' });
    await settle(world, life);
    const [message] = world.discord.in(CHANNEL);
    expect(await onlyRequest(world)).toMatchObject({ phase: 'asked', location: { messageId: message?.id } });
    expect(wordsIn(world, STAFF)).toHaveLength(1);
  });

  it('ends if Discord refused its answer', async () => {
    const world = await openWorld();
    const life = await running(world);
    expect(await life.moderation.requests.ask(unanswered(world), async () => undefined)).toEqual({
      outcome: 'unanswered',
    });
    await settle(world, life);
    expect(await onlyRequest(world)).toMatchObject({ phase: 'unanswered' });
    expect(isSettled(await onlyRequest(world))).toBe(true);
    expect(await heldBy(life)).toBe(0);
  });

  it('expires exactly at its time, and tells its member when Discord is back', async () => {
    const { world, id } = await asked();
    const { expiresAtMs } = await onlyRequest(world);
    await world.clock.advance(expiresAtMs - world.clock.now() - 1);
    await turns();
    expect((await onlyRequest(world)).phase).toBe('asked');
    world.discord.offline = true;
    await passTime(world, MINUTE_MS);
    expect((await onlyRequest(world)).phase).toBe('expired');
    expect(wordsIn(world, CHANNEL).join()).toContain('Waiting for a moderator');
    world.discord.offline = false;
    await passTime(world, 5 * MINUTE_MS);
    expect(wordsIn(world, CHANNEL).join()).toContain('The credits were returned');
    expect(await auditOf(world)).toEqual([`expired ${id} by easel`]);
  });

  it('is deleted a week after the decision, and not before, nor while its member waits for another look', async () => {
    const { world, life, id } = await asked();
    const { appeals, requests } = life.moderation;
    await requests.press(id, { press: 'rejected', byId: MODERATOR });
    await requests.carryOut(id);
    await world.clock.advance(6 * DAY_MS);
    await requests.sweep(world.clock.now());
    const owner = { guildId: GUILD, memberId: MEMBER };
    const about = await appeals.decisionOn({ ...owner, jobId: id });
    if (!about) throw new Error('the request is gone');
    await appeals.ask({ id: 'appeal', ...owner, about, words: 'please', channelId: CHANNEL });
    await world.clock.advance(2 * DAY_MS);
    await requests.sweep(world.clock.now());
    expect(await requests.find(id)).toBeDefined();
    await appeals.answer(appealKey(owner, about), { kind: 'kept', byId: 'another', why: 'no' });
    await requests.sweep(world.clock.now());
    expect(await requests.find(id)).toBeUndefined();
  });
});

describe('a member who forgets everything', () => {
  it('has no prompt in any of their ended requests, while those of others stay, across a restart', async () => {
    const { world, life, id } = await asked();
    const others = await life.ask(MODERATOR, REVIEW);
    const waiting = await life.ask(MEMBER, REVIEW);
    for (const decided of [id, others]) {
      await life.moderation.requests.press(decided, { press: 'rejected', byId: MODERATOR });
      await life.moderation.requests.carryOut(decided);
    }
    await settle(world, life);
    life.stop();
    const { requests } = (await running(world)).moderation;
    await requests.forget({ guildId: GUILD, memberId: MEMBER });
    const promptOf = async (one: string): Promise<string | undefined> => (await requests.find(one))?.request.prompt;
    expect([await promptOf(id), await promptOf(others), await promptOf(waiting)]).toEqual(['', 'a castle', 'a castle']);
    await requests.press(waiting, { press: 'rejected', byId: MODERATOR });
    await requests.carryOut(waiting);
    await requests.forget({ guildId: GUILD, memberId: MEMBER });
    expect(await promptOf(waiting)).toBe('');
  });

  it('cannot get a discarded result back that way, for as long as Easel knows whose it is', async () => {
    const { world, life, id } = await asked(PREVIEW);
    const { requests } = life.moderation;
    await requests.press(id, { press: 'discarded', byId: MODERATOR });
    await requests.carryOut(id);
    await settle(world, life);
    await life.history.forget({ guildId: GUILD, memberId: MEMBER });
    await requests.forget({ guildId: GUILD, memberId: MEMBER });
    await world.clock.advance(100 * DAY_MS);
    await requests.sweep(world.clock.now());
    expect(await requests.find(id)).toMatchObject({ phase: 'discarded', request: { prompt: '' } });
  });
});

describe('a published result', () => {
  const publish = async ({ moderation }: Life, id: string): Promise<void> => {
    await moderation.requests.press(id, { press: 'published', byId: MODERATOR });
    void moderation.requests.carryOut(id);
  };

  it('is also published when asked for in the moderators’ channel', async () => {
    const { world, life, id } = await asked(PREVIEW, { channelId: STAFF });
    const { location } = await onlyRequest(world);
    expect(wordsAt(world, location.messageId)).not.toContain('castle');
    await publish(life, id);
    await settle(world, life);
    expect(wordsAt(world, location.messageId)).toContain('> a castle');
  });

  it('that is lost says so publicly, as soon as Discord accepts the message', async () => {
    const { world, life, id } = await asked(PREVIEW);
    const { discord, service } = world;
    discord.readable = false;
    for (const taskId of service.tasks.keys()) service.finish(taskId, 'without address');
    discord.failingIn.add(CHANNEL);
    await publish(life, id);
    await passTime(world, MINUTE_MS);
    expect((await onlyRequest(world)).phase).toBe('lost');
    expect(isSettled(await onlyRequest(world))).toBe(false);
    discord.failingIn.clear();
    await settle(world, life);
    expect(wordsIn(world, CHANNEL).join()).toContain('no longer has it');
    expect(isSettled(await onlyRequest(world))).toBe(true);
  });

  it('is not finished before moderators see it', async () => {
    const { world, life, id } = await asked(PREVIEW);
    world.discord.failingIn.add(STAFF);
    await publish(life, id);
    await passTime(world, MINUTE_MS);
    expect(filesIn(world, CHANNEL)).toHaveLength(1);
    expect(isSettled(await onlyRequest(world))).toBe(false);
    world.discord.failingIn.clear();
    await settle(world, life);
    expect(wordsIn(world, STAFF).join()).toContain('**Published**');
    expect(isSettled(await onlyRequest(world))).toBe(true);
  });

  it('keeps what an operator resolved during publication', async () => {
    const world = await openWorld();
    const { discord, service } = world;
    let resolve = async (): Promise<void> => undefined;
    const life = await running(world, {
      editOriginal: async (ref, body, files) => {
        if (files.length > 0) await resolve();
        return discord.editOriginal(ref, body, files);
      },
    });
    service.failNextCreate(new UnconfirmedError());
    const id = await life.ask(MEMBER, PREVIEW, { count: 2 });
    await settle(world, life);
    const at = { guildId: GUILD, memberId: MEMBER, jobId: id };
    const tasks = async () => (await life.history.find(GUILD, MEMBER, id))?.tasks ?? [];
    const taskKey = (await tasks()).find(({ state }) => state === 'unconfirmed')?.key ?? '';
    const by = { byId: 'op', role: 'operator' } as const;
    const operation = { kind: 'resolve', taskKey, resolution: { decision: 'release' } } as const;
    resolve = async () => {
      await life.jobs.resolve({ ...at, taskKey }, (changesOf) =>
        life.accounts.apply(GUILD, operation, by, ({ credits }) => changesOf({ decision: 'released', credits })),
      );
    };
    await publish(life, id);
    await settle(world, life);
    expect(filesIn(world, CHANNEL)).toHaveLength(1);
    expect((await tasks()).find(({ key }) => key === taskKey)).toMatchObject({ resolved: { decision: 'released' } });
  });
});

describe('the notice to the member of a preview', () => {
  it.each([
    { what: 'is sent once after a long wait', minutes: 11, outcome: 'success' as const, notices: 1 },
    { what: 'is not needed after a short one', minutes: 9, outcome: 'success' as const, notices: 0 },
    { what: 'is not needed if nothing was made', minutes: 11, outcome: 'failed' as const, notices: 0 },
  ])('$what', async ({ minutes, outcome, notices }) => {
    const world = await openWorld();
    world.service.plan = { queueMs: 1_000, runMs: minutes * MINUTE_MS, outcome };
    const life = await running(world);
    await life.ask(MEMBER, PREVIEW);
    await settle(world, life);
    expect(wordsIn(world, CHANNEL).join()).toMatch(
      outcome === 'success' ? /Moderators will review it/ : /couldn’t be made/,
    );
    expect(wordsIn(world, CHANNEL)).toHaveLength(1 + notices);
  });
});
