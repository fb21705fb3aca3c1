import { Routes } from 'discord.js';
import { z } from 'zod';
import { sentMessageSchema } from './message.ts';
import type { MessageBody } from './message-body.ts';
import { type Call, type CallOptions, nothingSchema, type Upload } from './request.ts';

export interface TokenRef {
  applicationId: string;
  token: string;
}

/** An interaction callback: its type and data as Discord has them. */
export interface AnswerBody {
  type: number;
  data?: object;
}

/** The first answer to an interaction is worthless after 3 s. */
const ANSWER_TIMEOUT_MS = 2_500;

const callbackSchema = z
  .object({ resource: z.object({ message: sentMessageSchema.optional() }).optional() })
  .transform(({ resource }) => resource?.message);

/** What an interaction's token opens: its answer, and messages beside it. The bot's own token plays no part. */
export type AnswerCalls = ReturnType<typeof answerCalls>;

export function answerCalls(call: Call) {
  const original = ({ applicationId, token }: TokenRef) => Routes.webhookMessage(applicationId, token);
  return {
    /** The first answer to an interaction; resolves with the message, where the answer is one. */
    answer: ({ id, token }: { id: string; token: string }, body: AnswerBody) => {
      const query = new URLSearchParams({ with_response: 'true' });
      const options = { body, query, limitMs: ANSWER_TIMEOUT_MS };
      return call('post', Routes.interactionCallback(id, token), callbackSchema, options);
    },
    original: (ref: TokenRef) => call('get', original(ref), sentMessageSchema),
    editOriginal: (ref: TokenRef, body: MessageBody, files: readonly Upload[], { signal }: CallOptions) =>
      call('patch', original(ref), sentMessageSchema, { body, files, signal }),
    /** @param messageId another message of the interaction's; the original of a press is what its button is on */
    deleteOriginal: ({ applicationId, token }: TokenRef, messageId?: string) =>
      call('delete', Routes.webhookMessage(applicationId, token, messageId), nothingSchema),
    followUp: (
      { applicationId, token }: TokenRef,
      body: MessageBody,
      files: readonly Upload[],
      { signal }: CallOptions,
    ) => {
      const query = new URLSearchParams({ wait: 'true' });
      const route = Routes.webhook(applicationId, token);
      return call('post', route, sentMessageSchema, { body, files, query, signal });
    },
  };
}
