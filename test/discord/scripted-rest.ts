import { DiscordAPIError, InteractionResponseType, RateLimitError, RESTJSONErrorCodes } from 'discord.js';
import { z } from 'zod';
import type { answerCalls } from '../../src/discord/rest/answer-calls.ts';
import type { SentMessage } from '../../src/discord/rest/message.ts';
import { withOutcomes } from '../../src/discord/rest/outcome.ts';
import type { DiscordRest } from '../../src/discord/rest/rest.ts';
import { wordsOf } from '../support/fake-discord.ts';

export type AnsweringRest = Pick<DiscordRest, 'answer' | 'deleteOriginal' | 'editOriginal' | 'followUp' | 'original'>;

/** The outcome of each attempt of the first response. The last one repeats. */
export type Meeting = 'taken' | 'taken, unsaid' | 'too late' | 'line fails' | 'told to wait' | Promise<unknown>;

const bodySchema = z.custom<Parameters<typeof wordsOf>[0]['body']>(
  (value) => z.object({ components: z.array(z.unknown()) }).safeParse(value).success,
);
const TYPES: Readonly<Record<number, string>> = {
  [InteractionResponseType.ChannelMessageWithSource]: 'answer',
  [InteractionResponseType.DeferredChannelMessageWithSource]: 'defer',
  [InteractionResponseType.DeferredMessageUpdate]: 'acknowledge',
  [InteractionResponseType.UpdateMessage]: 'update',
  [InteractionResponseType.Modal]: 'form',
};

const failure = (code: number, status: number): DiscordAPIError =>
  new DiscordAPIError({ code, message: 'as asked' }, code, status, 'POST', 'fake', {
    body: undefined,
    files: undefined,
  });
const rateLimit = (): RateLimitError =>
  new RateLimitError({
    ...{ timeToReset: 5_000, limit: 1, method: 'POST', hash: '', url: '', route: '', majorParameter: '' },
    ...{ global: false, retryAfter: 5_000, sublimitTimeout: 0, scope: 'user' },
  });
const sent = (id: string): SentMessage => ({ id, channelId: '3', files: [] });

/** Discord's side of one interaction, and the calls to it in order, with their texts. */
export function scriptedRest(...meetings: Meeting[]): { rest: AnsweringRest; calls: string[] } {
  const calls: string[] = [];
  let isThere = false;
  let tries = 0;
  const note = (call: string, body?: unknown): void => {
    const { data } = bodySchema.safeParse(body);
    calls.push(data ? `${call}: ${wordsOf({ body: data })}` : call);
  };
  const rest = withOutcomes<ReturnType<typeof answerCalls>>({
    answer: async (_, { type, data }) => {
      const meeting = meetings[Math.min(tries++, meetings.length - 1)] ?? 'taken';
      note(TYPES[type] ?? String(type), data);
      if (meeting === 'line fails') throw failure(0, 503);
      if (meeting === 'told to wait') throw rateLimit();
      if (meeting === 'too late') throw failure(RESTJSONErrorCodes.UnknownInteraction, 404);
      if (typeof meeting === 'object') await meeting;
      if (isThere) throw failure(RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged, 400);
      isThere = true;
      if (meeting === 'taken, unsaid') throw failure(0, 502);
      return type === InteractionResponseType.ChannelMessageWithSource ? sent('first') : undefined;
    },
    original: async () => {
      note('look up');
      if (!isThere) throw failure(RESTJSONErrorCodes.UnknownWebhook, 404);
      return sent('first');
    },
    editOriginal: async (_, body) => {
      note('edit', body);
      return sent('first');
    },
    followUp: async (_, body) => {
      note('follow up', body);
      return sent('beside');
    },
    deleteOriginal: async () => note('delete'),
  });
  return { rest, calls };
}
