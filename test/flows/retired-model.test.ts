import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorks, workPrefix } from '../../src/jobs/records/works.ts';
import { openStore } from '../../src/store/open-store.ts';
import { atelier, type Easel, GALLERY, mediaOf, people, startEasel, textOf } from '../support/easel.ts';

const RETIRED = 'model-of-last-year';

let easel: Easel;
beforeEach(async () => {
  easel = await startEasel();
});
afterEach(() => easel.close());

/** What a newer Easel finds that no longer offers the model. */
async function retire(): Promise<void> {
  await easel.app.stop();
  const store = await openStore(easel.config.STORE_URL);
  const { records } = openWorks(store);
  for (const [key, job] of (await records.page({ prefix: workPrefix(atelier.guild), most: 10 })).records)
    await records.set(key, { ...job, request: { ...job.request, modelId: RETIRED } });
  await store.close();
  await easel.restart();
}

const make = () =>
  easel.command(people.member, { channelId: GALLERY, name: 'image', options: { prompt: 'a hill', count: 2 } });

describe('a picture by a retired model', () => {
  it('is in the history, does not block new jobs, and cannot be made again', async () => {
    const old = await make();
    await easel.idle();
    await retire();
    const fresh = await make();
    await easel.idle();
    expect(mediaOf(easel.now(fresh))).toHaveLength(2);
    for (const [number, model] of [
      [1, 'Image Model A'],
      [2, RETIRED],
    ] as const) {
      const list = await easel.command(people.member, { channelId: GALLERY, name: 'history' });
      expect(textOf(await easel.open(people.member, list, number))).toContain(model);
    }

    const answer = await easel.press(people.secondMember, easel.now(old), 'Again');
    expect(answer.kind === 'message' && textOf(answer.message)).toContain('That model is no longer available');
    expect(easel.service.creates).toBe(4);
  });
});
