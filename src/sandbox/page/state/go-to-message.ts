import { goTo } from './live.ts';
import { getState } from './store.ts';

/** A channel's messages are here by then, or the message is not among them. */
const LONGEST_WAIT_MS = 2000;
const LOOK_EVERY_MS = 50;

/** Brings a message into view and the focus to it, in whichever channel it is. */
export const goToMessage = async (channelId: string, messageId: string): Promise<void> => {
  if (getState().channelId !== channelId) goTo(channelId);
  for (let waitedMs = 0; waitedMs < LONGEST_WAIT_MS; waitedMs += LOOK_EVERY_MS) {
    const element = document.getElementById(`message-${messageId}`);
    if (element) {
      element.scrollIntoView({ block: 'center' });
      element.focus();
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
};
