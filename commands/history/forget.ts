import { ButtonStyle } from 'discord.js';
import { idsWithVerbs } from '../../src/discord/custom-ids/ids.ts';
import { actionRow, button, privateText, textDisplay } from '../../src/discord/messages/components.ts';
import { messageBody } from '../../src/discord/rest/message-body.ts';
import { MemberError } from '../../src/errors.ts';
import { defineButton } from '../support/define.ts';

export const forgetIds = idsWithVerbs('forget', { ask: {}, yes: {} });

/** Deletes a member's own history in this server, after asking once. */
export const forget = defineButton(
  forgetIds,
  async ({ server, userId }, { verb, memberId }, respond, { collections, history, stars, terms, texts, views }) => {
    if (userId !== memberId) throw new MemberError(texts.refusals.notYourList);
    const words = texts.history;
    if (verb === 'ask') {
      const yes = button(forgetIds.of(memberId, { verb: 'yes' }), words.forgetYes, ButtonStyle.Danger);
      await respond.answer(messageBody([textDisplay(words.forgetAsk), actionRow([yes])], { ephemeral: true }));
      return;
    }
    await stars.forget(server.guildId, memberId);
    await collections.forget({ guildId: server.guildId, memberId });
    await terms.forget(server.guildId, memberId);
    await views.forget({ guildId: server.guildId, memberId });
    await history.forget(server.guildId, memberId);
    await respond.update(privateText(words.forgotten));
  },
);
