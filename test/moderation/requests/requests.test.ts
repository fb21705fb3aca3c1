import { describe, expect, it } from 'vitest';
import { AnswerLostError } from '../../../src/jobs/outside/job-messages.ts';
import { NOW } from '../../jobs/samples.ts';
import { sampleRequest } from '../request-samples.ts';
import { RequestsWorld } from '../requests-world.ts';

const BY = '1200000000000000004';
const STAFF = '400000000000000009';
const { messageId: _, ...unanswered } = sampleRequest().location;

describe('a decision', () => {
  it('is carried out after a restart that came between deciding and doing', async () => {
    const world = new RequestsWorld();
    await world.keep(sampleRequest());
    await world.start().requests.press('job1', { press: 'approved', byId: BY });
    await world.lookAfterRestart();
    expect(world.events).toEqual(['begin job1', 'card started']);
    await world.lookAfterRestart();
    expect(world.events).toHaveLength(2);
    expect(await world.actions()).toEqual(['approved']);
  });

  it('is retried after a failure, and logged once', async () => {
    const world = new RequestsWorld();
    await world.keep(sampleRequest());
    world.breakBegin = true;
    const { requests } = world.start();
    await requests.press('job1', { press: 'approved', byId: BY });
    await requests.carryOut('job1');
    expect(world.events).toEqual([]);
    world.breakBegin = false;
    world.submits = ['busy', 'started'];
    await requests.carryOut('job1');
    await requests.carryOut('job1');
    await requests.carryOut('job1');
    expect(world.events).toEqual(['begin job1', 'begin job1', 'card started']);
    expect(await world.actions()).toEqual(['approved']);
  });

  it('releases the credits if an approval leads to nothing', async () => {
    const world = new RequestsWorld();
    await world.keep(sampleRequest());
    world.submits = ['not held'];
    const { requests } = world.start();
    await requests.press('job1', { press: 'approved', byId: BY });
    await requests.carryOut('job1');
    expect(world.events).toContain('released job1: not started');
  });

  it('is made once, even if several people press', async () => {
    const world = new RequestsWorld();
    await world.keep(sampleRequest());
    const { requests } = world.start();
    const presses = ['approved', 'rejected', 'withdrawn', 'approved'] as const;
    const outcomes = await Promise.all(presses.map((press) => requests.press('job1', { press, byId: BY })));
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['done', 'late', 'late', 'late']);
  });
});

describe('a request', () => {
  const left = () => sampleRequest({ phase: 'opening', shown: {}, card: { channelId: STAFF }, location: unanswered });

  it('that a crash left without an answer waits if its message exists, and its card is posted', async () => {
    const world = new RequestsWorld();
    await world.keep(left());
    const { requests } = world.start();
    expect(await requests.press('job1', { press: 'approved', byId: BY })).toEqual({ outcome: 'gone' });
    await world.lookAfterRestart();
    expect(await world.collection.get('job1')).toMatchObject({ phase: 'opening' });
    world.answer = '600000000000000002';
    await world.lookAfterRestart();
    const location = { messageId: '600000000000000002' };
    const card = { channelId: STAFF, messageId: '600000000000000009' };
    expect(await world.collection.get('job1')).toMatchObject({ phase: 'asked', location, card });
    expect(world.events).toEqual(['card asked']);
  });

  it('releases its credits if its message never appeared', async () => {
    const world = new RequestsWorld();
    await world.keep(left());
    world.answer = 'unavailable';
    await world.clock.advance(60_000);
    await world.lookAfterRestart();
    expect(world.events).toEqual([]);
    world.answer = undefined;
    await world.lookAfterRestart();
    expect(world.events).toEqual(['released job1: unanswered', 'public unanswered']);
  });

  it('waits for a decision although its answer was lost, and finds the message itself', async () => {
    const world = new RequestsWorld();
    const { requests } = world.start();
    const lost = (): Promise<string> => Promise.reject(new AnswerLostError());
    expect(await requests.ask(left(), lost)).toEqual({ outcome: 'asked' });
    world.answer = '600000000000000002';
    await requests.carryOut('job1');
    expect(await world.collection.get('job1')).toMatchObject({ phase: 'asked' });
  });

  it('tells its member only after moderators see it too', async () => {
    const world = new RequestsWorld();
    await world.keep(sampleRequest());
    const { requests } = world.start();
    await requests.press('job1', { press: 'rejected', byId: BY });
    world.brought = { card: 'unavailable' };
    await requests.carryOut('job1');
    expect(world.events).not.toContain('notice rejected');
    world.brought = {};
    await requests.carryOut('job1');
    await requests.carryOut('job1');
    expect(world.events.filter((event) => event === 'notice rejected')).toHaveLength(1);
  });

  it('expires exactly at its time, and tells its member when Discord is back', async () => {
    const world = new RequestsWorld();
    await world.keep(sampleRequest({ expiresAtMs: NOW + 60_000 }));
    await world.lookAfterRestart();
    expect(world.events).toEqual([]);
    world.brought = { public: 'unavailable' };
    await world.clock.advance(60_000);
    await world.lookAfterRestart();
    expect(world.events).not.toContain('notice expired');
    world.brought = {};
    await world.lookAfterRestart();
    expect(world.events).toContain('notice expired');
    expect(await world.actions()).toEqual(['expired']);
  });

  it('counts simultaneous votes exactly', async () => {
    const world = new RequestsWorld();
    await world.keep(sampleRequest({ gates: { before: 'members', after: 'nobody' }, votesNeeded: 3 }));
    const { requests } = world.start();
    const voters = ['a', 'b', 'a', 'c', 'd', 'e'];
    const outcomes = await Promise.all(
      voters.map((voter) => requests.press('job1', { press: 'seconded', byId: voter, seenEdits: 0 })),
    );
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done', 'done', 'done', 'late']);
    expect((await world.collection.get('job1'))?.voterIds).toEqual(['b', 'c', 'd']);
  });

  it('is deleted a week after the decision, and not before', async () => {
    const world = new RequestsWorld();
    await world.keep(sampleRequest());
    const { requests } = world.start();
    await requests.press('job1', { press: 'rejected', byId: BY });
    await requests.carryOut('job1');
    await world.clock.advance(6 * 86_400_000);
    await requests.sweep(world.clock.now());
    expect(await requests.find('job1')).toBeDefined();
    await world.clock.advance(2 * 86_400_000);
    await requests.sweep(world.clock.now());
    expect(await requests.find('job1')).toBeUndefined();
  });
});
