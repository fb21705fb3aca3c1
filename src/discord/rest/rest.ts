import type { REST } from 'discord.js';
import { answerCalls } from './answer-calls.ts';
import { applicationCalls } from './application-calls.ts';
import { messageCalls } from './message-calls.ts';
import { withOutcomes } from './outcome.ts';
import { serverCalls } from './server-calls.ts';

/** The calls to Discord that Easel makes. Each is sent once, but for changes in archived threads. */
export type DiscordRest = ReturnType<typeof createDiscordRest>;

export function createDiscordRest(rest: REST) {
  return withOutcomes({
    ...messageCalls(rest),
    ...answerCalls(rest),
    ...serverCalls(rest),
    ...applicationCalls(rest),
  });
}
