import { isPictureType, type MessagePicture } from '../../src/discord/interactions/interaction.ts';
import { cut, escapeText } from '../../src/discord/messages/prompt-text.ts';
import { MemberError } from '../../src/errors.ts';
import { SOURCE_ADDRESS_MAX_CHARACTERS } from '../../src/jobs/source-addresses.ts';
import type { CommandContext } from '../support/context.ts';

/**
 * Discord tells the type by the file's name alone, but width and height only of what it could read as a picture.
 * @throws MemberError for a picture that no model could use, or that Discord does not keep.
 */
export function checkPicture(picture: MessagePicture, context: CommandContext): void {
  const { refusals } = context.texts;
  const name = escapeText(cut(picture.filename, 60));
  if (!isPictureType(picture.content_type)) throw new MemberError(refusals.sourceNoImage(name));
  checkAddress(picture.url, context);
  if (picture.size === 0 || !picture.width || !picture.height) throw new MemberError(refusals.sourceUnreadable(name));
}

/** @throws MemberError for an address that Easel does not hand to the service. */
export function checkAddress(address: string, { isSourceAddress, texts }: CommandContext): void {
  if (address.length > SOURCE_ADDRESS_MAX_CHARACTERS) throw new MemberError(texts.refusals.sourceAddressTooLong);
  if (!isSourceAddress(address)) throw new MemberError(texts.refusals.sourceElsewhere);
}
