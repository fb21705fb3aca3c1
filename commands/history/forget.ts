import { ButtonStyle } from 'discord.js';
import { customIdOf } from '../../src/discord/interactions/custom-ids.ts';
import { actionRow, button, privateText, textDisplay } from '../../src/discord/messages/components.ts';
import { messageBody } from '../../src/discord/rest/message-body.ts';
import { MemberError } from '../../src/errors.ts';
import type { Button } from '../support/context.ts';

/** Deletes a member's own history in this server, after asking once. */
export const forget: Button = {
  action: 'forget',
  run: async ({ server, userId }, { argument, memberId }, respond, { history, texts }) => {
    if (userId !== memberId) throw new MemberError(texts.refusals.notYourList);
    const words = texts.history;
    if (argument === 'ask') {
      const yes = button(
        customIdOf({ action: 'forget', argument: 'yes', memberId }),
        words.forgetYes,
        ButtonStyle.Danger,
      );
      await respond.answer(messageBody([textDisplay(words.forgetAsk), actionRow([yes])], { ephemeral: true }));
      return;
    }
    await history.forget(server.guildId, memberId);
    await respond.update(privateText(words.forgotten));
  },
};
