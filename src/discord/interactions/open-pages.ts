import { type APIMessageTopLevelComponent, ComponentType, MessageFlags } from 'discord.js';
import type { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { createLruCache } from '../../store/lru-cache.ts';
import { shownJobIds } from '../custom-ids/controls.ts';
import { textDisplay } from '../messages/components.ts';
import { customIdsIn, objectsWith } from '../rest/message.ts';
import { isPrivate, type MessageBody, messageBody } from '../rest/message-body.ts';
import type { MessageAt, MessageClient } from '../rest/message-client.ts';
import type { InteractionFacts } from './interaction.ts';
import type { Answerable, Responder } from './responder.ts';

/** A private page that shows pictures or clips. */
interface OpenPage {
  at: MessageAt;
  jobIds: ReadonlySet<string>;
  /** What leads to other pages, such as the tabs of a wall. */
  rows: APIMessageTopLevelComponent[];
}

/** Beyond these, the page that was opened first is forgotten, and so is the server that was quiet for longest. */
const PAGES_A_SERVER = 100;
const SERVERS_MAX = 100;
/** Nothing retries it later. */
const TRIES = 3;

export type OpenPages = ReturnType<typeof createOpenPages>;

/**
 * Private pages whose interaction's token may still live, in memory: a picture that is hidden or removed disappears from
 * them at once. After a restart, or beyond the bounds, it disappears at the next press.
 */
export function createOpenPages(client: Pick<MessageClient, 'edit'>) {
  const servers = createLruCache<LRUCache<string, OpenPage>>(SERVERS_MAX);

  const put = (
    messageId: string,
    { guildId, channelId, applicationId, token, ...facts }: InteractionFacts,
    body: MessageBody,
  ) => {
    if (guildId === undefined || channelId === undefined) return;
    const pages = servers.get(guildId) ?? createLruCache<OpenPage>(PAGES_A_SERVER);
    const jobIds = new Set(showsMedia(body) ? shownJobIds(customIdsIn(body.components)) : []);
    const rows = body.components.filter(({ type }) => type === ComponentType.ActionRow);
    const at = { guildId, channelId, applicationId, token, tokenIssuedAtMs: facts.receivedAtMs };
    pages.delete(messageId);
    if (jobIds.size > 0) pages.set(messageId, { at, jobIds, rows });
    servers.set(guildId, pages);
  };

  return {
    /** The responder of an interaction, whose private pages are kept from now on. */
    kept: (respond: Responder, interaction: Answerable): Responder => {
      const page = interaction.message?.isPrivate ? interaction.message.id : undefined;
      let isSeparate = false;
      return {
        ...respond,
        answer: async (body) => {
          const id = await respond.answer(body);
          if (id !== undefined && isPrivate(body)) put(id, interaction, body);
          return id;
        },
        update: async (body) => {
          await respond.update(body);
          if (page !== undefined) put(page, interaction, body);
        },
        deferPrivately: async () => {
          isSeparate = true;
          await respond.deferPrivately();
        },
        complete: async (body, files) => {
          await respond.complete(body, files);
          if (page !== undefined && !isSeparate) put(page, interaction, body);
        },
      };
    },
    /** Replaces the pages that show this work, as far as Discord accepts it. */
    close: async (guildId: string, jobId: string, words: string): Promise<void> => {
      const pages = servers.get(guildId);
      const closed = [...(pages?.entries() ?? [])].filter(([, page]) => page.jobIds.has(jobId));
      for (const [messageId] of closed) pages?.delete(messageId);
      const edits = closed.map(([, { at, rows }]) => {
        const body = { ...messageBody([textDisplay(words), ...rows]), flags: MessageFlags.IsComponentsV2 };
        return client.edit(at, body, { tries: TRIES, about: { job: jobId, server: guildId } });
      });
      await Promise.all(edits);
    },
  };
}

const showsMedia = ({ components }: MessageBody): boolean => objectsWith('media', z.unknown(), components).length > 0;
