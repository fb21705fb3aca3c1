import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  BadKeyError,
  MalformedError,
  RateLimitedError,
  RefusedError,
  UnavailableError,
  UnconfirmedError,
  UnreachableError,
} from '../../src/task-api/errors.ts';
import type { CreateRequest, TaskApi } from '../../src/task-api/task-api.ts';

/** A TaskApi and what stands behind it, as far as the contract has to move it. */
export interface ContractWorld {
  api: TaskApi;
  /** What the service charges for image-model-a. */
  price: number;
  run(taskId: string): void;
  finish(taskId: string): void;
  fail(taskId: string): void;
  /** Tasks that the service has taken. */
  accepted(): number;
  /** The next create is answered so. */
  nextCreate(answer: CreateTrouble): void;
  /** Queries are answered so from now on. */
  queries(answer: QueryTrouble): void;
  /** Nobody listens any more. */
  goOffline(): Promise<void>;
  close(): Promise<void>;
}

export type CreateTrouble =
  | { kind: 'refused'; msg: string }
  | { kind: 'bad key' }
  | { kind: 'rate limited'; retryAfterMs: number }
  | { kind: 'lost'; accepted: boolean };

export type QueryTrouble =
  | { kind: 'bad key' }
  | { kind: 'rate limited'; retryAfterMs: number }
  | { kind: 'unavailable' }
  | { kind: 'malformed' }
  | { kind: 'unknown state' }
  | { kind: 'success without address' };

const PICTURE: CreateRequest = { modelId: 'image-model-a', prompt: 'a fox', imageUrls: [], aspectRatio: '3:2' };
const CLIP: CreateRequest = { ...PICTURE, modelId: 'omni-flash' };

/** What every TaskApi does. The stand-in that other tests use must not do anything else. */
export function describeTaskApiContract(name: string, setUp: () => Promise<ContractWorld>): void {
  describe(`${name}, by the contract of TaskApi`, () => {
    let world: ContractWorld;
    const { signal } = new AbortController();
    const stopped = new Error('stopped');

    beforeEach(async () => {
      world = await setUp();
    });
    afterEach(async () => {
      await world.api.close();
      await world.close();
    });

    const create = (request = PICTURE) => world.api.create(request, { signal });
    const query = (taskId: string) => world.api.query(taskId, { signal });

    describe('create', () => {
      it('answers with the new task and its charge', async () => {
        const created = await create();
        expect(created.taskId).not.toBe('');
        expect(created.chargedCredits).toBe(world.price);
        expect(world.accepted()).toBe(1);
      });

      it('gives every task an identifier of its own', async () => {
        const created = await Promise.all([create(), create(), create()]);
        expect(new Set(created.map(({ taskId }) => taskId)).size).toBe(3);
      });

      it('tells why the service refused, and nothing was taken', async () => {
        world.nextCreate({ kind: 'refused', msg: 'too rude' });
        const error = await create().catch((e: unknown) => e);
        expect(error).toBeInstanceOf(RefusedError);
        expect(error).toHaveProperty('serviceMessage', 'too rude');
        expect(world.accepted()).toBe(0);
      });

      it('tells of a bad key', async () => {
        world.nextCreate({ kind: 'bad key' });
        await expect(create()).rejects.toBeInstanceOf(BadKeyError);
        expect(world.accepted()).toBe(0);
      });

      it('tells how long to wait when there were too many requests', async () => {
        world.nextCreate({ kind: 'rate limited', retryAfterMs: 2_000 });
        const error = await create().catch((e: unknown) => e);
        expect(error).toBeInstanceOf(RateLimitedError);
        expect(error).toHaveProperty('retryAfterMs', 2_000);
        expect(world.accepted()).toBe(0);
      });

      it.each([true, false])(
        'is unconfirmed, and not repeated, when the answer is lost (accepted: %s)',
        async (accepted) => {
          world.nextCreate({ kind: 'lost', accepted });
          await expect(create()).rejects.toBeInstanceOf(UnconfirmedError);
          expect(world.accepted()).toBe(accepted ? 1 : 0);
        },
      );

      it('works again after trouble', async () => {
        world.nextCreate({ kind: 'lost', accepted: false });
        await expect(create()).rejects.toBeInstanceOf(UnconfirmedError);
        await expect(create()).resolves.toHaveProperty('chargedCredits', world.price);
      });

      it('is surely not sent when nobody listens', async () => {
        await world.goOffline();
        await expect(create()).rejects.toBeInstanceOf(UnreachableError);
      });

      it('sends nothing when the caller gave up before', async () => {
        await expect(world.api.create(PICTURE, { signal: AbortSignal.abort(stopped) })).rejects.toBe(stopped);
        expect(world.accepted()).toBe(0);
      });
    });

    describe('query', () => {
      it('follows a picture from the queue to its address', async () => {
        const { taskId } = await create();
        expect(await query(taskId)).toMatchObject({ taskId, state: 'queued', modelId: 'image-model-a' });
        world.run(taskId);
        expect(await query(taskId)).toMatchObject({ taskId, state: 'running' });
        world.finish(taskId);
        expect(await query(taskId)).toMatchObject({
          state: 'success',
          credits: world.price,
          resultUrl: expect.stringMatching(/^http/),
          audioUrl: undefined,
        });
      });

      it('finds the address of a clip', async () => {
        const { taskId } = await create(CLIP);
        world.finish(taskId);
        expect(await query(taskId)).toMatchObject({ state: 'success', resultUrl: expect.stringMatching(/^http/) });
      });

      it('tells of a failed task, and keeps telling it', async () => {
        const { taskId } = await create();
        world.fail(taskId);
        expect(await query(taskId)).toMatchObject({ state: 'failed' });
        expect(await query(taskId)).toMatchObject({ state: 'failed' });
      });

      it('tells when a task was created', async () => {
        const { taskId } = await create();
        const { createdAtMs } = await query(taskId);
        expect(createdAtMs).toBeGreaterThan(Date.UTC(2020));
        expect(createdAtMs).toBeLessThan(Date.UTC(2100));
      });

      it('is refused for a task that is not there', async () => {
        await expect(query('no-such-task')).rejects.toBeInstanceOf(RefusedError);
      });

      it('keeps a state that no document names apart from those it knows', async () => {
        const { taskId } = await create();
        world.queries({ kind: 'unknown state' });
        expect(await query(taskId)).toMatchObject({ taskId, state: 'unknown' });
      });

      it('has no address where a success comes without one', async () => {
        const { taskId } = await create();
        world.finish(taskId);
        world.queries({ kind: 'success without address' });
        expect(await query(taskId)).toMatchObject({ state: 'success', resultUrl: undefined, audioUrl: undefined });
      });

      it.each([
        { trouble: { kind: 'bad key' }, error: BadKeyError },
        { trouble: { kind: 'rate limited', retryAfterMs: 60_000 }, error: RateLimitedError },
        { trouble: { kind: 'unavailable' }, error: UnavailableError },
        { trouble: { kind: 'malformed' }, error: MalformedError },
      ] as const)('rejects with an error of its kind: $trouble.kind', async ({ trouble, error }) => {
        const { taskId } = await create();
        world.queries(trouble);
        await expect(query(taskId)).rejects.toBeInstanceOf(error);
      });

      it('tells how long to wait when there were too many requests', async () => {
        const { taskId } = await create();
        world.queries({ kind: 'rate limited', retryAfterMs: 60_000 });
        await expect(query(taskId)).rejects.toHaveProperty('retryAfterMs', 60_000);
      });

      it('is unreachable when nobody listens', async () => {
        const { taskId } = await create();
        await world.goOffline();
        await expect(query(taskId)).rejects.toBeInstanceOf(UnreachableError);
      });

      it('rejects with the reason of a caller that gave up', async () => {
        const { taskId } = await create();
        await expect(world.api.query(taskId, { signal: AbortSignal.abort(stopped) })).rejects.toBe(stopped);
      });
    });

    describe('probe', () => {
      it('is content with a service that answers, and takes nothing', async () => {
        await expect(world.api.probe({ signal })).resolves.toBeUndefined();
        expect(world.accepted()).toBe(0);
      });

      it.each([
        { trouble: { kind: 'bad key' }, error: BadKeyError },
        { trouble: { kind: 'unavailable' }, error: UnavailableError },
      ] as const)('is not content: $trouble.kind', async ({ trouble, error }) => {
        world.queries(trouble);
        await expect(world.api.probe({ signal })).rejects.toBeInstanceOf(error);
      });

      it('is not content when nobody listens', async () => {
        await world.goOffline();
        await expect(world.api.probe({ signal })).rejects.toBeInstanceOf(UnreachableError);
      });
    });

    it('may be closed twice', async () => {
      await world.api.close();
      await expect(world.api.close()).resolves.toBeUndefined();
    });
  });
}
