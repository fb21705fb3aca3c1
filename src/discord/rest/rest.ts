import type { REST } from 'discord.js';
import { answerCalls } from './answer-calls.ts';
import { applicationCalls } from './application-calls.ts';
import type { CallPace } from './call-pace.ts';
import { forumCalls } from './forum-calls.ts';
import { messageCalls } from './message-calls.ts';
import { withOutcomes } from './outcome.ts';
import { type Call, createCall } from './request.ts';
import { serverCalls } from './server-calls.ts';

/** The calls to Discord that Easel makes. Each is sent once, but for changes in archived threads. */
export type DiscordRest = ReturnType<typeof createDiscordRest>;

export interface RestLines {
  /** Sends the bot's token. */
  bot: REST;
  /**
   * For calls that carry an interaction's token. Discord doesn't count those towards the limit over all routes. discord.js keeps that
   * limit per instance, so they have one of their own.
   */
  interactions: REST;
  /** When calls with the bot's token may be sent. */
  pace: CallPace;
}

/** @param renderBody the last word on what is sent */
export function createDiscordRest(
  { bot, interactions, pace }: RestLines,
  renderBody: (body: object) => object = (body) => body,
) {
  const rendering =
    (send: Call): Call =>
    (method, route, schema, request) =>
      send(method, route, schema, request?.body ? { ...request, body: renderBody(request.body) } : request);
  const call = rendering(createCall(bot, pace));
  return withOutcomes({
    ...messageCalls(call),
    ...answerCalls(rendering(createCall(interactions))),
    ...serverCalls(call),
    ...applicationCalls(call),
    ...forumCalls(call),
  });
}
