import { type REST, Routes } from 'discord.js';
import { z } from 'zod';
import { type SentMessage, sentMessageSchema } from './message.ts';
import type { MessageBody } from './message-body.ts';
import { type CallOptions, type Upload, withFiles, within } from './request.ts';

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

const callbackSchema = z.object({ resource: z.object({ message: sentMessageSchema.optional() }).optional() });

/** What an interaction's token opens: its answer, and messages beside it. The bot's own token plays no part. */
export type AnswerCalls = ReturnType<typeof answerCalls>;

export function answerCalls(rest: REST) {
  const auth = false;
  return {
    /** The first answer to an interaction; resolves with the message, where the answer is one. */
    answer: async (
      { id, token }: { id: string; token: string },
      body: AnswerBody,
    ): Promise<SentMessage | undefined> => {
      const query = new URLSearchParams({ with_response: 'true' });
      const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
      const answer = await rest.post(Routes.interactionCallback(id, token), { auth, body, query, signal });
      return callbackSchema.parse(answer).resource?.message;
    },
    original: async ({ applicationId, token }: TokenRef): Promise<SentMessage> => {
      const route = Routes.webhookMessage(applicationId, token);
      return sentMessageSchema.parse(await rest.get(route, { auth, signal: within(undefined) }));
    },
    editOriginal: async (
      { applicationId, token }: TokenRef,
      body: MessageBody,
      files: readonly Upload[],
      { signal }: CallOptions,
    ): Promise<SentMessage> => {
      const whole = await withFiles(body, files);
      const route = Routes.webhookMessage(applicationId, token);
      return sentMessageSchema.parse(await rest.patch(route, { ...whole, auth, signal: within(signal, files) }));
    },
    deleteOriginal: async ({ applicationId, token }: TokenRef): Promise<void> => {
      await rest.delete(Routes.webhookMessage(applicationId, token), { auth, signal: within(undefined) });
    },
    followUp: async (
      { applicationId, token }: TokenRef,
      body: MessageBody,
      files: readonly Upload[],
      { signal }: CallOptions,
    ): Promise<SentMessage> => {
      const whole = await withFiles(body, files);
      const options = { ...whole, auth, query: new URLSearchParams({ wait: 'true' }), signal: within(signal, files) };
      return sentMessageSchema.parse(await rest.post(Routes.webhook(applicationId, token), options));
    },
  };
}
