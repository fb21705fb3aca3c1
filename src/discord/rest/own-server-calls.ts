import { Routes } from 'discord.js';
import { z } from 'zod';
import { ForeignAnswerError, isOutsideServer } from './outcome.ts';
import { type Call, type CallOptions, HTTP_OK } from './request.ts';

const serverSchema = z.object({ id: z.string().regex(/^\d+$/) });
const idsSchema = z.array(serverSchema.transform(({ id }) => id));
/** https://discord.com/developers/docs/resources/user#get-current-user-guilds */
const PAGE_MAX = 200;

/** Calls about which servers the bot is in. */
export function ownServerCalls(call: Call) {
  /** The bot's servers after an id, in order of their ids. */
  const listAfter = (after: string, most: number, options: CallOptions): Promise<string[]> =>
    call('get', Routes.userGuilds(), idsSchema, {
      ...options,
      query: new URLSearchParams({ after, limit: String(most) }),
    });
  return {
    /** All servers that the bot is in, also those that are unavailable. Only an empty page is the list's end. */
    ownServerIds: async (options: CallOptions): Promise<string[]> => {
      const all: string[] = [];
      for (let last = '0'; ; ) {
        const page = await listAfter(last, PAGE_MAX, options);
        const next = page.at(-1);
        if (next === undefined) return all;
        if (BigInt(next) <= BigInt(last)) throw new ForeignAnswerError(HTTP_OK);
        all.push(...page);
        last = next;
      }
    },
    /** Whether the bot is in a server. It isn't if the list lacks the server, and Discord also refuses it. */
    isInServer: async (guildId: string, options: CallOptions): Promise<boolean> => {
      const [next] = await listAfter(String(BigInt(guildId) - 1n), 1, options);
      if (next === guildId) return true;
      return call('get', Routes.guild(guildId), serverSchema, options).then(
        () => true,
        (error: unknown) => {
          if (isOutsideServer(error)) return false;
          throw error;
        },
      );
    },
  };
}
