import { DiscordAPIError } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { createMessenger, type MessengerParts } from '../../../src/discord/desks/messenger.ts';
import { en } from '../../../src/texts/en.ts';
import { sampleJob } from '../../jobs/samples.ts';

/** What comes of showing a job where every edit fails so. */
function showingWhere(error: Error) {
  const board = { edit: () => Promise.reject(error) } as unknown as MessengerParts['board'];
  const personal = {} as MessengerParts['personal'];
  const message = { job: sampleJob(), expectation: undefined, newFiles: [] };
  return createMessenger({ board, personal, texts: en }).show(message, { signal: AbortSignal.timeout(10_000) });
}

describe('the message of a job', () => {
  it('has no place where Discord refuses its form, for it would refuse it every time', async () => {
    const refusal = new DiscordAPIError({ code: 50_035, message: 'Invalid Form Body' }, 50_035, 400, 'PATCH', 'fake', {
      ...{ body: undefined, files: undefined },
    });
    expect(await showingWhere(refusal)).toEqual({ outcome: 'no place', refusal });
  });

  it('is given up for nothing else: any other fault reaches the caller, who tries again', async () => {
    const fault = new TypeError('undefined is not a function');
    await expect(showingWhere(fault)).rejects.toBe(fault);
  });
});
