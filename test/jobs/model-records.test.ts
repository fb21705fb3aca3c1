import { describe, expect, it } from 'vitest';
import { PRIOR_DURATIONS } from '../../src/jobs/durations.ts';
import { type ModelRecord, modelRecordSchema, openModelRecords } from '../../src/jobs/model-records.ts';
import { StoreError } from '../../src/store/store.ts';
import { BreakingCollection, MemoryCollection } from '../budget/memory-collection.ts';

const guesses = new Map([['image-model-a', 5] as const]);

describe('what was learned of a model', () => {
  it('begins with the configured guess, or a cautious one, and with what its kind takes', async () => {
    const models = await openModelRecords({ collection: new MemoryCollection(modelRecordSchema), guesses });
    expect(models.quoteCredits('image-model-a')).toBe(5);
    expect(models.quoteCredits('omni-pro')).toBe(50);
    expect(models.durations('image-model-a')).toEqual(PRIOR_DURATIONS.image);
    expect(models.durations('omni-pro')).toEqual(PRIOR_DURATIONS.video);
  });

  it('is there after the next start', async () => {
    const collection = new MemoryCollection(modelRecordSchema);
    const models = await openModelRecords({ collection, guesses });
    await models.learnPrice('image-model-a', 7);
    await models.learnDuration('image-model-a', 9_000, 11_000);
    const again = await openModelRecords({ collection, guesses });
    expect(again.quoteCredits('image-model-a')).toBe(7);
    expect(again.durations('image-model-a')).toEqual(models.durations('image-model-a'));
    expect(again.durations('image-model-a').seen).toBe(1);
    expect(again.quoteCredits('omni-pro')).toBe(50);
  });

  it('is written when a price changes, and not for every job', async () => {
    const collection = new BreakingCollection<ModelRecord>(new MemoryCollection(modelRecordSchema));
    const models = await openModelRecords({ collection, guesses });
    for (const price of [7, 7, 7, 8]) await models.learnPrice('image-model-a', price);
    expect(collection.writes).toBe(2);
  });

  it('is all kept when much is learned at once', async () => {
    const collection = new MemoryCollection(modelRecordSchema);
    const models = await openModelRecords({ collection, guesses });
    const tasks = Array.from({ length: 20 }, (_, task) => models.learnDuration('omni-pro', 1_000, 1_000 + task));
    await Promise.all([...tasks, models.learnPrice('omni-pro', 61)]);
    const again = await openModelRecords({ collection, guesses });
    expect(again.durations('omni-pro').seen).toBe(20);
    expect(again.quoteCredits('omni-pro')).toBe(61);
  });

  it('is learned also when the store fails, and written when it is learned again', async () => {
    const inner = new MemoryCollection(modelRecordSchema);
    const collection = new BreakingCollection<ModelRecord>(inner);
    const models = await openModelRecords({ collection, guesses });
    collection.breakNextWrite = 'before';
    await expect(models.learnPrice('image-model-a', 7)).rejects.toThrow(StoreError);
    expect(models.quoteCredits('image-model-a')).toBe(7);
    await models.learnPrice('image-model-a', 7);
    expect((await openModelRecords({ collection: inner, guesses })).quoteCredits('image-model-a')).toBe(7);
  });
});
