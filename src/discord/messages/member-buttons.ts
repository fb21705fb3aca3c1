import type { Texts } from '../../texts/en.ts';
import { moderatingIds } from '../custom-ids/controls.ts';
import { button } from './components.ts';

/** What moderators can do about a member, on every card that is about one. */
export function memberButtons(memberId: string, { moderation }: Texts) {
  const { member, timeout } = moderation.moderate;
  return [
    button(moderatingIds.of(memberId, { verb: 'timeout' }), timeout),
    button(moderatingIds.of(memberId, { verb: 'member' }), member),
  ];
}
