import type { Price } from '../task-api/models.ts';
import { duration, number, price } from './en-formats.ts';

/** What people read of the models where they choose one. */

/** The service doesn't describe its models. These words follow from their prices. */
const goodFor: Readonly<Record<string, readonly string[]>> = {
  'image-model-a': ['good for experiments'],
  'image-model-b': ['best for a finished picture'],
  'omni-flash': ['good for experiments'],
  'omni-pro': ['best for a finished clip'],
  'video-model-c': ['a balance of both'],
};

export const modelWords = {
  goodFor,
  price,
  usually: (durationMs: number) => `usually ${duration(durationMs)}`,
  /** Above the button that starts it. At most 100 characters. */
  cost: (all: Price, durationMs: number | undefined, leftCredits: number, isOwn: boolean) =>
    `${price(all)}${durationMs === undefined ? '' : ` · usually ${duration(durationMs)}`}. ${isOwn ? `You have ${number(leftCredits)} left here` : `The server has ${number(leftCredits)} left`}.`,
  /** What several pictures cost, next to how many. */
  priceWith: (all: Price, model: string) => `${price(all)} with ${model}`,
  /** Between the facts of one line. */
  between: ' · ',
};
