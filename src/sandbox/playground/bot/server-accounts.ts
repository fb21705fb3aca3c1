import { NEW_ACCOUNT } from '../../../budget/account/account.ts';
import { viewOf } from '../../../budget/account/view.ts';
import { openBooks } from '../../../budget/books/books.ts';
import { openStore } from '../../../store/open-store.ts';
import type { Store } from '../../../store/store.ts';
import type { Clock } from '../../../time/clock.ts';
import type { AccountCard } from '../protocol.ts';

export interface ServerAccounts {
  /** A server's credits as the bot has written them. @throws StoreError before it has begun its store */
  read(guildId: string): Promise<AccountCard>;
  close(): Promise<void>;
}

/**
 * Reads the accounts in the bot's own store, beside the running bot and without ever writing: nobody but the bot knows
 * what a server has left, and asking it with a command would leave an answer in the channel.
 */
export const openServerAccounts = (storeUrl: string, defaultAllowanceCredits: number, clock: Clock): ServerAccounts => {
  let opening: Promise<Store> | undefined;
  const opened = (): Promise<Store> => {
    opening ??= openStore(storeUrl, { exclusive: false });
    // The bot may be making it at this moment: the next look tries again.
    opening.catch(() => {
      opening = undefined;
    });
    return opening;
  };
  return {
    async read(guildId) {
      const record = await openBooks(await opened()).accounts.get(guildId);
      const view = viewOf({ ...NEW_ACCOUNT, ...record }, { nowMs: clock.now(), defaultAllowanceCredits });
      const { leftCredits, budgetCredits, spentCredits, heldCredits } = view;
      return { leftCredits, budgetCredits, spentCredits, heldCredits };
    },
    async close() {
      await (await opening?.catch(() => undefined))?.close();
    },
  };
};
