import { Routes } from 'discord.js';
import { z } from 'zod';
import { sentMessageSchema } from './message.ts';
import type { MessageBody } from './message-body.ts';
import { type Call, nothingSchema, type Request, type Upload } from './request.ts';

export interface TokenRef {
  applicationId: string;
  token: string;
}

/** An interaction response as Discord expects it. */
export interface AnswerBody {
  type: number;
  data?: object;
}

/** What ends a call early. */
export type AnswerOptions = Pick<Request, 'limitMs' | 'signal'>;

/** Discord ignores the first response to an interaction after 3 s. */
const ANSWER_TIMEOUT_MS = 2_500;

const callbackSchema = z
  .object({ resource: z.object({ message: sentMessageSchema.optional() }).optional() })
  .transform(({ resource }) => resource?.message);

/** Calls with an interaction's token, instead of the bot's: its response, and further messages. */
export function answerCalls(call: Call) {
  const original = ({ applicationId, token }: TokenRef) => Routes.webhookMessage(applicationId, token);
  return {
    /** Sends the first response. @returns its message, if it is one. */
    answer: ({ id, token }: { id: string; token: string }, body: AnswerBody) => {
      const query = new URLSearchParams({ with_response: 'true' });
      const options = { body, query, limitMs: ANSWER_TIMEOUT_MS };
      return call('post', Routes.interactionCallback(id, token), callbackSchema, options);
    },
    original: (ref: TokenRef) => call('get', original(ref), sentMessageSchema),
    editOriginal: (ref: TokenRef, body: MessageBody, files: readonly Upload[], options: AnswerOptions) =>
      call('patch', original(ref), sentMessageSchema, { body, files, ...options }),
    /** @param messageId another message of the interaction. The original of a press is the message under the button. */
    deleteOriginal: ({ applicationId, token }: TokenRef, messageId?: string) =>
      call('delete', Routes.webhookMessage(applicationId, token, messageId), nothingSchema),
    followUp: (
      { applicationId, token }: TokenRef,
      body: MessageBody,
      files: readonly Upload[],
      options: AnswerOptions,
    ) => {
      const query = new URLSearchParams({ wait: 'true' });
      const route = Routes.webhook(applicationId, token);
      return call('post', route, sentMessageSchema, { body, files, query, ...options });
    },
  };
}
