import { MemberError } from '../../src/errors.ts';
import type { Button } from '../support/context.ts';
import { renderHistory } from './history.ts';

/** Turns a page of somebody's own history. */
export const historyPage: Button = {
  action: 'history',
  run: async ({ server, userId }, { argument: page, memberId }, respond, context) => {
    if (userId !== memberId) throw new MemberError(context.texts.refusals.notYourList);
    await respond.update(await renderHistory(context, server.guildId, memberId, Number(page)));
  },
};
