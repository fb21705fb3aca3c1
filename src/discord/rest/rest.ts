import type { REST } from 'discord.js';
import { type Clock, systemClock } from '../../time/clock.ts';
import { answerCalls } from './answer-calls.ts';
import { applicationCalls } from './application-calls.ts';
import type { CallPace } from './call-pace.ts';
import { forumCalls } from './forum-calls.ts';
import { messageCalls } from './message-calls.ts';
import { type Outcome, withOutcomes } from './outcome.ts';
import { ownServerCalls } from './own-server-calls.ts';
import { type Call, createCall } from './request.ts';
import { serverCalls } from './server-calls.ts';

/** All calls to Discord that Easel makes. Each is sent once, except for changes in archived threads. */
export type DiscordRest = ReturnType<typeof createDiscordRest>;

export interface RestLines {
  /** Sends the bot's token. */
  bot: REST;
  /**
   * For calls with an interaction's token. They don't count towards Discord's global rate limit, which discord.js applies
   * per instance, so they have their own.
   */
  interactions: REST;
  /** Limits calls with the bot's token. */
  pace: CallPace;
}

/** Calls by what they are about. */
export type CallClass = 'messages' | 'answers' | 'server' | 'application' | 'forum';

/** A call to Discord that has ended. */
export interface EndedCall {
  class: CallClass;
  name: string;
  outcome: Outcome<unknown>;
  durationMs: number;
}

interface RestWatching {
  clock: Pick<Clock, 'monotonicMs'>;
  onCall: (call: EndedCall) => void;
}

/** @param renderBody makes the last changes to each body. */
export function createDiscordRest(
  { bot, interactions, pace }: RestLines,
  renderBody: (body: object) => object = (body) => body,
  { clock, onCall }: RestWatching = { clock: systemClock, onCall: () => undefined },
) {
  const rendering =
    (send: Call): Call =>
    (method, route, schema, request) =>
      send(method, route, schema, request?.body ? { ...request, body: renderBody(request.body) } : request);
  const call = rendering(createCall(bot, pace));
  const watched = <Calls extends Parameters<typeof withOutcomes>[0]>(about: CallClass, calls: Calls) =>
    withOutcomes(calls, (outcome, name, durationMs) => onCall({ class: about, name, outcome, durationMs }), clock);
  return {
    ...watched('messages', messageCalls(call)),
    ...watched('answers', answerCalls(rendering(createCall(interactions)))),
    ...watched('server', { ...serverCalls(call), ...ownServerCalls(call) }),
    ...watched('application', applicationCalls(call)),
    ...watched('forum', forumCalls(call)),
  };
}
