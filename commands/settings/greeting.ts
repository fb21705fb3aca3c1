import { MemberError } from '../../src/errors.ts';
import type { CommandContext } from '../context.ts';
import type { OneChannelField } from './fields.ts';

/** Says in a channel what it is for from now on. @throws MemberError where Easel cannot write there. */
export async function greet(
  { id, field }: { id: string; field: OneChannelField },
  { postLine, texts }: CommandContext,
): Promise<void> {
  const words = texts.moderation.settings;
  const outcome = await postLine(id, words.channelHello[field]);
  if (outcome !== 'posted') throw new MemberError(words.channelClosed(id));
}
