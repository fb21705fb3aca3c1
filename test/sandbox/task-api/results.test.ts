import { describe, expect, it } from 'vitest';
import type { ResultMaker, ResultRequest } from '../../../src/sandbox/task-api/results.ts';
import { startWorld, type World } from './support.ts';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

/** The result's address in the answer to a query. */
async function addressOf(world: World, taskId: string, field = 'image_url'): Promise<string> {
  const { body } = await world.query(taskId);
  const [, address] = new RegExp(`"${field}":"([^"]+)"`).exec(JSON.stringify(body)) ?? [];
  if (address === undefined) throw new Error(`the task has no ${field}`);
  return address;
}

async function finished(world: World, body: object = {}): Promise<string> {
  const taskId = await world.created(body);
  world.sandbox.finish(taskId);
  return taskId;
}

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe('a result', () => {
  it('is a small picture without a maker', async () => {
    const world = await startWorld();
    const response = await fetch(await addressOf(world, await finished(world)));
    expect(response.headers.get('content-type')).toBe('image/png');
    expect((await bytesOf(response)).subarray(0, 4)).toEqual(PNG);
  });

  it('is made once, from the whole request', async () => {
    const requests: ResultRequest[] = [];
    const makeResult: ResultMaker = async (request) => {
      requests.push(request);
      return { body: Buffer.from('clip'), mimeType: 'video/mp4', extension: 'mp4' };
    };
    const world = await startWorld({ makeResult });
    const sources = ['https://source.example/1.png'];
    const taskId = await finished(world, { model_id: 'omni-flash', image_urls: sources, aspect_ratio: '16:9' });
    const address = await addressOf(world, taskId, 'video_url');
    const responses = await Promise.all([fetch(address), fetch(address)]);
    expect((await Promise.all(responses.map(bytesOf))).map(String)).toEqual(['clip', 'clip']);
    expect(responses[0]?.headers.get('content-disposition')).toContain('result.mp4');
    expect(requests).toEqual([
      {
        modelId: 'omni-flash',
        kind: 'video',
        prompt: 'a fox',
        aspectRatio: '16:9',
        imageUrls: sources,
        seed: world.sandbox.tasks()[0]?.seed,
      },
    ]);
  });

  it('is made while the task runs, unless that takes long or fails', async () => {
    const prompts: string[] = [];
    const makeResult: ResultMaker = async ({ prompt }) => {
      prompts.push(prompt);
      return { body: PNG, mimeType: 'image/png', extension: 'png' };
    };
    const world = await startWorld({ makeResult });
    for (const prompt of ['a fox', 'a fox #slow', 'a fox #fail']) await world.created({ prompt });
    expect(prompts).toEqual(['a fox']);
  });

  it('is made again after its maker failed', async () => {
    let calls = 0;
    const makeResult: ResultMaker = async () => {
      calls += 1;
      // The first call is the one ahead of the fetch.
      if (calls <= 2) throw new Error('out of paint');
      return { body: PNG, mimeType: 'image/png', extension: 'png' };
    };
    const world = await startWorld({ makeResult });
    const address = await addressOf(world, await finished(world));
    expect((await fetch(address)).status).toBe(500);
    expect((await fetch(address)).status).toBe(200);
  });

  it('has a sound if the prompt asks for one', async () => {
    const world = await startWorld();
    const address = await addressOf(world, await finished(world, { prompt: 'a fox #audio' }), 'audio_url');
    const response = await fetch(address);
    expect(response.headers.get('content-type')).toBe('audio/wav');
    expect((await bytesOf(response)).subarray(0, 4).toString()).toBe('RIFF');
  });

  it('can’t be fetched at an invented or changed address', async () => {
    const world = await startWorld();
    const address = await addressOf(world, await finished(world));
    const other = await world.created();
    const expires = new URL(address).searchParams.get('expires');
    for (const forged of [
      address.split('?')[0] ?? '',
      address.replace(/signature=./, 'signature='),
      address.replace(`${expires}`, `${Number(expires) + 1}`),
      address.replace(/task_\w+/, other),
      address.replace('/image?', '/audio?'),
    ]) {
      expect((await fetch(forged)).status, forged).toBe(403);
    }
  });

  it('has an address for an hour, and a new one for each query', async () => {
    const world = await startWorld();
    const taskId = await finished(world);
    const address = await addressOf(world, taskId);
    await world.clock.advance(3_600_000);
    expect((await fetch(address)).status).toBe(403);
    expect((await fetch(await addressOf(world, taskId))).status).toBe(200);
  });

  it('is gone after its retention time', async () => {
    const world = await startWorld({ resultRetentionMs: 60_000 });
    const taskId = await finished(world);
    await world.clock.advance(59_999);
    expect((await fetch(await addressOf(world, taskId))).status).toBe(200);
    await world.clock.advance(1);
    expect((await fetch(await addressOf(world, taskId))).status).toBe(404);
  });
});

describe('a fault of results', () => {
  it.each([404, 410] as const)('answers that the result is gone: %i', async (status) => {
    const world = await startWorld();
    const address = await addressOf(world, await finished(world));
    world.sandbox.faults.switchOn('resultGone', { status, times: 1 });
    expect((await fetch(address)).status).toBe(status);
    expect((await fetch(address)).status).toBe(200);
  });

  it('cuts the connection in the middle', async () => {
    const body = Buffer.alloc(100_000, 7);
    const world = await startWorld({ makeResult: async () => ({ body, mimeType: 'image/png', extension: 'png' }) });
    const address = await addressOf(world, await finished(world));
    world.sandbox.faults.switchOn('resultCut');
    const response = await fetch(address);
    expect(response.headers.get('content-length')).toBe('100000');
    await expect(response.arrayBuffer()).rejects.toThrow();
  });

  it.each([true, false])('sends far too much (size declared: %s)', async (declared) => {
    const world = await startWorld();
    const address = await addressOf(world, await finished(world));
    world.sandbox.faults.switchOn('resultHuge', { sizeBytes: 3_000_000, declared });
    const response = await fetch(address);
    expect(response.headers.get('content-length')).toBe(declared ? '3000000' : null);
    const bytes = await bytesOf(response);
    expect(bytes).toHaveLength(3_000_000);
    expect(bytes.subarray(0, 4)).toEqual(PNG);
  });

  it('sends slowly by the clock', async () => {
    const body = Buffer.from('0123456789');
    const world = await startWorld({ makeResult: async () => ({ body, mimeType: 'image/png', extension: 'png' }) });
    const address = await addressOf(world, await finished(world));
    world.sandbox.faults.switchOn('resultSlow', { chunkBytes: 4, pauseMs: 1_000 });
    const startedAtMs = world.clock.now();
    const response = await fetch(address);
    let done = false;
    const bytes = bytesOf(response).finally(() => {
      done = true;
    });
    await world.clock.advanceUntil(() => done);
    expect(String(await bytes)).toBe('0123456789');
    // Three pieces, with a pause after each but the last.
    expect(world.clock.now() - startedAtMs).toBeGreaterThanOrEqual(2_000);
  });

  it('doesn’t keep the sandbox from closing', async () => {
    const world = await startWorld();
    const address = await addressOf(world, await finished(world));
    world.sandbox.faults.switchOn('resultSlow', { chunkBytes: 1 });
    const response = await fetch(address);
    const failure = response.arrayBuffer().catch((error: Error) => error.message);
    await world.sandbox.close();
    expect(await failure).toBe('terminated');
  });

  it('redirects to the same file or to any address', async () => {
    const world = await startWorld();
    const address = await addressOf(world, await finished(world));
    world.sandbox.faults.switchOn('resultRedirect', { times: 1 });
    const response = await fetch(address);
    expect(response.redirected).toBe(true);
    expect((await bytesOf(response)).subarray(0, 4)).toEqual(PNG);
    world.sandbox.faults.switchOn('resultRedirect', { to: 'http://10.0.0.1/secret' });
    const elsewhere = await fetch(address, { redirect: 'manual' });
    expect(elsewhere.headers.get('location')).toBe('http://10.0.0.1/secret');
  });
});
