import { asyncProperty, assert as check } from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTaskApi } from '../../src/task-api/client.ts';
import { MalformedError, TaskApiError, UnconfirmedError } from '../../src/task-api/errors.ts';
import { type AnyAnswer, anyAnswer, sendAnswer } from '../support/any-answer.ts';
import { type RawServer, startRawServer } from './raw-server.ts';

const RUNS = { numRuns: 60, seed: 20_261_127 };
const never = new AbortController().signal;
const LIMITS = { headersMs: 150, bodyMs: 150, createDeadlineMs: 150, queryDeadlineMs: 150, queryTries: 3 };

/** A client of a server that gives each request this answer. Waits between tries take no time. */
async function clientOf(answer: AnyAnswer) {
  const server: RawServer = await startRawServer(({ socket }) => sendAnswer(socket, answer));
  const clock = { now: () => Date.UTC(2026, 10, 27), monotonicMs: () => 0, sleep: async () => undefined };
  const api = createTaskApi({ baseUrl: server.url, key: 'sk-test', clock, random: () => 0.5, limits: LIMITS });
  return { api, server, close: async () => void (await Promise.all([api.close(), server.close()])) };
}

/** Whether the answer is an envelope of the service's, whole and readable. */
function isServices({ body, length, sent, headers }: AnyAnswer): boolean {
  if (sent < 1000 || length === 'wrong' || headers.some((header) => header.startsWith('content-encoding')))
    return false;
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString());
    return typeof value === 'object' && value !== null && 'code' in value && 'data' in value;
  } catch {
    return false;
  }
}

describe('whatever answers in place of the service', () => {
  it('a create is sent once, and ends by an error of its own or by a charge that an envelope names', async () => {
    await check(
      asyncProperty(anyAnswer, async (answer) => {
        const { api, server, close } = await clientOf(answer);
        onTestFinished(close);
        const request = { modelId: 'image-model-a', prompt: 'a hill', imageUrls: [], aspectRatio: undefined };
        const outcome: unknown = await api.create(request, { signal: never }).catch((error: unknown) => error);
        await close();
        expect(server.requests.filter(({ text }) => text.startsWith('POST'))).toHaveLength(1);
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(TaskApiError);
        else expect(outcome).toMatchObject({ taskId: 'task-1', chargedCredits: 4 });
        // What may have been accepted is never called refused: only an answer below 500 can say so.
        if (answer.status >= 500 && outcome instanceof Error) expect(outcome).toBeInstanceOf(UnconfirmedError);
      }),
      RUNS,
    );
  }, 120_000);

  it('a query asks a bounded number of times, and ends no task but by an envelope', async () => {
    await check(
      asyncProperty(anyAnswer, async (answer) => {
        const { api, server, close } = await clientOf(answer);
        onTestFinished(close);
        const outcome: unknown = await api.query('task-1', { signal: never }).catch((error: unknown) => error);
        await close();
        expect(server.requests.length).toBeLessThanOrEqual(LIMITS.queryTries);
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(TaskApiError);
        else if (!isServices(answer))
          expect(outcome).toMatchObject({ state: expect.stringMatching(/^(running|success)$/) });
        if (outcome instanceof MalformedError) expect(outcome.message.length).toBeLessThan(2_000);
      }),
      RUNS,
    );
  }, 120_000);
});
