import type { REST } from 'discord.js';
import { answerCalls } from './answer-calls.ts';
import { applicationCalls } from './application-calls.ts';
import { forumCalls } from './forum-calls.ts';
import { messageCalls } from './message-calls.ts';
import { withOutcomes } from './outcome.ts';
import { type Call, createCall } from './request.ts';
import { serverCalls } from './server-calls.ts';

/** The calls to Discord that Easel makes. Each is sent once, but for changes in archived threads. */
export type DiscordRest = ReturnType<typeof createDiscordRest>;

/** @param renderBody the last word on what is sent */
export function createDiscordRest(rest: REST, renderBody: (body: object) => object = (body) => body) {
  const send = createCall(rest);
  const call: Call = (method, route, schema, request) =>
    send(method, route, schema, request?.body ? { ...request, body: renderBody(request.body) } : request);
  return withOutcomes({
    ...messageCalls(call),
    ...answerCalls(call),
    ...serverCalls(call),
    ...applicationCalls(call),
    ...forumCalls(call),
  });
}
