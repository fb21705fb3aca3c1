import { ComponentType } from 'discord.js';
import { privateText, textDisplay } from '../../src/discord/components.ts';
import { ALT_TEXT_LIMIT, messageBody } from '../../src/discord/message-body.ts';
import { cut } from '../../src/discord/prompt-text.ts';
import { MemberError } from '../../src/errors.ts';
import type { Button } from '../context.ts';

/** Delivers a job's results once more, to its member only. */
export const fetchAgain: Button = {
  action: 'fetch',
  run: async ({ server, userId }, { argument: jobId, memberId }, respond, { history, jobs, texts }) => {
    if (userId !== memberId) throw new MemberError(texts.refusals.notYourList);
    const entry = await history.find(server.guildId, memberId, jobId);
    if (!entry) throw new MemberError(texts.refusals.jobGone);
    await respond.deferPrivately();
    const fetched = await jobs.fetchAgain(entry, server.uploadLimitBytes);
    try {
      const words = [
        ...(fetched.files.length > 0 ? [texts.history.again(fetched.files.length)] : []),
        ...fetched.links.map(texts.history.tooLarge),
        ...(fetched.gone > 0 ? [texts.history.noLongerThere] : []),
        ...(fetched.failed > 0 ? [texts.history.fetchFailed] : []),
      ];
      if (words.length === 0) return await respond.complete(privateText(texts.history.nothingToFetch));
      const { spoiler, prompt } = entry.request;
      const description = cut(prompt, ALT_TEXT_LIMIT);
      const items = fetched.files.map(({ name }) => ({ media: { url: `attachment://${name}` }, description, spoiler }));
      const attachments = fetched.files.map(({ name }, index) => ({
        id: String(index),
        filename: name,
        description,
        is_spoiler: spoiler,
      }));
      const gallery = items.length > 0 ? [{ type: ComponentType.MediaGallery as const, items }] : [];
      await respond.complete(
        messageBody([textDisplay(words.join('\n')), ...gallery], { ephemeral: true, attachments }),
        fetched.files,
      );
    } finally {
      await fetched.discard();
    }
  },
};
