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

/** A TaskApi with the controls that the contract needs. */
export interface ContractWorld {
  api: TaskApi;
  /** What the service charges for image-model-a. */
  price: number;
  run(taskId: string): void;
  finish(taskId: string): void;
  fail(taskId: string): void;
  /** The accepted tasks. */
  accepted(): number;
  /** Sets the answer to the next create. */
  nextCreate(answer: CreateTrouble): void;
  /** Sets the answer to all queries from now on. */
  queries(answer: QueryTrouble): void;
  /** Stops listening. */
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

/** The contract of every TaskApi. It keeps the fake of other tests true. */
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
      it('returns the new task and its charge', async () => {
        const created = await create();
        expect(created.taskId).not.toBe('');
        expect(created.chargedCredits).toBe(world.price);
        expect(world.accepted()).toBe(1);
      });

      it('gives every task its own id', async () => {
        const created = await Promise.all([create(), create(), create()]);
        expect(new Set(created.map(({ taskId }) => taskId)).size).toBe(3);
      });

      it('reports the service’s reason for a refusal, and nothing was accepted', async () => {
        world.nextCreate({ kind: 'refused', msg: 'too rude' });
        const error = await create().catch((e: unknown) => e);
        expect(error).toBeInstanceOf(RefusedError);
        expect(error).toHaveProperty('serviceMessage', 'too rude');
        expect(world.accepted()).toBe(0);
      });

      it('reports a bad key', async () => {
        world.nextCreate({ kind: 'bad key' });
        await expect(create()).rejects.toBeInstanceOf(BadKeyError);
        expect(world.accepted()).toBe(0);
      });

      it('reports how long to wait after too many requests', async () => {
        world.nextCreate({ kind: 'rate limited', retryAfterMs: 2_000 });
        const error = await create().catch((e: unknown) => e);
        expect(error).toBeInstanceOf(RateLimitedError);
        expect(error).toHaveProperty('retryAfterMs', 2_000);
        expect(world.accepted()).toBe(0);
      });

      it.each([true, false])(
        'is unconfirmed and not repeated if the answer is lost (accepted: %s)',
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

      it('is surely not sent if no one listens', async () => {
        await world.goOffline();
        await expect(create()).rejects.toBeInstanceOf(UnreachableError);
      });

      it('sends nothing if the caller gave up before', async () => {
        await expect(world.api.create(PICTURE, { signal: AbortSignal.abort(stopped) })).rejects.toBe(stopped);
        expect(world.accepted()).toBe(0);
      });
    });

    describe('query', () => {
      it('follows a picture from the queue to its address', async () => {
        const { taskId } = await create();
        expect(await query(taskId)).toMatchObject({ state: 'queued' });
        world.run(taskId);
        expect(await query(taskId)).toMatchObject({ state: 'running' });
        world.finish(taskId);
        expect(await query(taskId)).toMatchObject({
          state: 'success',
          credits: world.price,
          resultUrl: expect.stringMatching(/^http/),
          audioUrl: undefined,
        });
      });

      it('returns the address of a clip', async () => {
        const { taskId } = await create(CLIP);
        world.finish(taskId);
        expect(await query(taskId)).toMatchObject({ state: 'success', resultUrl: expect.stringMatching(/^http/) });
      });

      it('reports a failed task every time', async () => {
        const { taskId } = await create();
        world.fail(taskId);
        expect(await query(taskId)).toMatchObject({ state: 'failed' });
        expect(await query(taskId)).toMatchObject({ state: 'failed' });
      });

      it('is refused for a task that does not exist', async () => {
        await expect(query('no-such-task')).rejects.toBeInstanceOf(RefusedError);
      });

      it('reports an undocumented state as unknown', async () => {
        const { taskId } = await create();
        world.queries({ kind: 'unknown state' });
        expect(await query(taskId)).toMatchObject({ state: 'unknown' });
      });

      it('reports no address if a success has none', async () => {
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
      ] as const)('rejects with a matching error: $trouble.kind', async ({ trouble, error }) => {
        const { taskId } = await create();
        world.queries(trouble);
        await expect(query(taskId)).rejects.toBeInstanceOf(error);
      });

      it('reports how long to wait after too many requests', async () => {
        const { taskId } = await create();
        world.queries({ kind: 'rate limited', retryAfterMs: 60_000 });
        await expect(query(taskId)).rejects.toHaveProperty('retryAfterMs', 60_000);
      });

      it('is unreachable if no one listens', async () => {
        const { taskId } = await create();
        await world.goOffline();
        await expect(query(taskId)).rejects.toBeInstanceOf(UnreachableError);
      });

      it('rejects with the caller’s reason if the caller gave up', async () => {
        const { taskId } = await create();
        await expect(world.api.query(taskId, { signal: AbortSignal.abort(stopped) })).rejects.toBe(stopped);
      });
    });

    describe('probe', () => {
      it('succeeds if the service answers, and creates nothing', async () => {
        await expect(world.api.probe({ signal })).resolves.toBeUndefined();
        expect(world.accepted()).toBe(0);
      });

      it.each([
        { trouble: { kind: 'bad key' }, error: BadKeyError },
        { trouble: { kind: 'unavailable' }, error: UnavailableError },
      ] as const)('fails: $trouble.kind', async ({ trouble, error }) => {
        world.queries(trouble);
        await expect(world.api.probe({ signal })).rejects.toBeInstanceOf(error);
      });

      it('fails if no one listens', async () => {
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
