import { credits, duration } from './en-formats.ts';

/** What people read of the models where they choose one. */

/** The service does not describe its models: this is what their prices are good for. */
const goodFor: Readonly<Record<string, readonly string[]>> = {
  'image-model-a': ['for trying out'],
  'image-model-b': ['for the finished picture'],
  'omni-flash': ['for trying out'],
  'omni-pro': ['for the finished clip'],
  'video-model-c': ['between the two'],
};

export const modelWords = {
  goodFor,
  /** One task's. */
  price: (amountCredits: number) => `about ${credits(amountCredits)}`,
  usually: (durationMs: number) => `usually ${duration(durationMs)}`,
  /** Between the facts of one line. */
  between: ' · ',
};
