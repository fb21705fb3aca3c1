import { expect, it } from 'vitest';
import { cheaperRequests } from '../../commands/generate/kept-requests.ts';

const PRICES: Record<string, number> = { a: 4, b: 10, free: 0 };
const cheaper = (
  asked: { modelId: string; andModelId?: string; isVaried?: true },
  count: number,
  leftCredits: number,
) =>
  cheaperRequests(
    { request: { ...asked, prompt: asked.isVaried ? '{x|y}' : 'x', sources: [], spoiler: false }, count },
    { leftCredits, modelIds: ['a', 'b'], priceOf: (id) => ({ credits: PRICES[id] ?? 0 }) },
  ).map(({ request, count: fewer, price }) => [request.modelId, request.andModelId, fewer, price.credits]);

it.each([
  [
    'as many as fit, and as many of a cheaper model',
    { modelId: 'b' },
    4,
    25,
    [
      ['b', 2, 20],
      ['a', 4, 16],
    ],
  ],
  ['nothing, where not even one fits', { modelId: 'b' }, 4, 3, []],
  [
    'one model of two',
    { modelId: 'b', andModelId: 'a' },
    2,
    12,
    [
      ['b', 1, 10],
      ['a', 1, 4],
    ],
  ],
  ['all of several prompts or none of them', { modelId: 'b', isVaried: true as const }, 2, 12, [['a', 2, 8]]],
  ['what is free, where nothing is left', { modelId: 'free' }, 3, 0, [['free', 3, 0]]],
])('offers %s', (_, asked, count, left, offers) => {
  expect(cheaper(asked, count, left)).toEqual(offers.map(([modelId, ...rest]) => [modelId, undefined, ...rest]));
});
