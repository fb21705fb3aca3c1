import { ButtonStyle } from 'discord.js';
import { forgetIds } from '../../src/discord/custom-ids/controls.ts';
import { actionRow, button, privateText, textDisplay } from '../../src/discord/messages/components.ts';
import { messageBody } from '../../src/discord/rest/message-body.ts';
import { defineButton } from '../support/define.ts';

/** Deletes all that is kept of a member's ended works in this server, after asking once. */
export const forget = defineButton(
  forgetIds,
  'owner',
  async ({ server: { guildId } }, { verb, memberId }, respond, { moderation, texts, ...context }) => {
    const words = texts.history;
    if (verb === 'ask') {
      const yes = button(forgetIds.of(memberId, { verb: 'yes' }), words.forgetYes, ButtonStyle.Danger);
      await respond.answer(messageBody([textDisplay(words.forgetAsk), actionRow([yes])], { ephemeral: true }));
      return;
    }
    await respond.acknowledge();
    const { stars, collections, terms, views } = context;
    for (const records of [stars, collections, terms, views]) await records.forget({ guildId, memberId });
    await context.history.forget(guildId, memberId);
    await moderation.audit.forget(guildId, memberId);
    const waiting = await moderation.requests.forget(guildId, memberId);
    await respond.complete(privateText(words.forgotten(waiting)));
  },
);
