import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createFirstResults } from '../../../src/discord/reconciler/first-results.ts';
import type { MessageClient } from '../../../src/discord/rest/message-client.ts';
import { createLog } from '../../../src/log.ts';
import { en } from '../../../src/texts/en.ts';
import { deliveredAs, sampleJob } from '../../jobs/samples.ts';

const PICTURE = deliveredAs({ how: 'attached', madeSmaller: false, files: [{ attachmentId: '1', name: 'one.png' }] });

/** @returns what happened, in order */
async function explained(learn: () => Promise<boolean>, whisper: () => Promise<never>): Promise<string[]> {
  const events: string[] = [];
  const client: Pick<MessageClient, 'mayWhisper' | 'whisper'> = {
    mayWhisper: () => true,
    whisper: () => {
      events.push('whispered');
      return whisper();
    },
  };
  const learnControls = (): Promise<boolean> => {
    events.push('recorded');
    return learn();
  };
  const stop = new AbortController().signal;
  const parts = { client, learnControls, log: createLog('silent'), texts: en, stop };
  createFirstResults(parts)(sampleJob({}, PICTURE));
  await nextTurn();
  return events;
}

it('a line about the buttons is recorded before it is sent, and fails nothing if either fails', async () => {
  const fails = async (): Promise<never> => {
    throw new Error('unavailable');
  };
  expect(await explained(async () => true, fails)).toEqual(['recorded', 'whispered']);
  expect(await explained(fails, fails)).toEqual(['recorded']);
  expect(await explained(async () => false, fails)).toEqual(['recorded']);
});
