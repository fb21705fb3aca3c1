import { ButtonStyle } from 'discord.js';
import { type Appeal, keyPartsOf } from '../../moderation/appeals/appeal.ts';
import { WHY_MAX_CHARACTERS } from '../../moderation/records/audit-log.ts';
import type { Texts } from '../../texts/en.ts';
import { appealIds } from '../custom-ids/controls.ts';
import { type MessageBody, messageBody } from '../rest/message-body.ts';
import { actionRow, button, container, memberButtons, textDisplay } from './components.ts';
import { messageUrl } from './links.ts';
import { escapeText, quoteShort, quoteWithin } from './prompt-text.ts';

const COLOURS = { waiting: 0xf0b232, answered: 0x80848e };
const PROMPT_CHARACTERS = 800;

/** The moderators' card about an appeal. @param prompt of the request or result; undefined if Easel doesn't keep it */
export function renderAppealCard(appeal: Appeal, prompt: string | undefined, texts: Texts): MessageBody {
  const { guildId, memberId, about, words, answer, expiresAtMs, isUntold } = appeal;
  const { appeals, moderators } = texts.moderation;
  const { channelId, messageId, why = '', number, ...decided } = about;
  const url = channelId && messageId && messageUrl(guildId, channelId, messageId);
  const location = channelId && moderators.place(channelId, url);
  const lines = [
    appeals.title(memberId),
    quoteWithin(words === '' ? appeals.erased : words, 2 * WHY_MAX_CHARACTERS).quote,
    moderators.entry({ ...decided, number, memberId, location, why: quoteShort(why) }),
    ...(prompt ? [quoteWithin(prompt, PROMPT_CHARACTERS).quote] : []),
    answer ? appeals.answered({ ...answer, why: escapeText(answer.why) }) : appeals.waits(expiresAtMs),
    ...(isUntold ? [`-# ${appeals.untold}`] : []),
  ];
  const idOf = (verb: 'change' | 'keep'): string => appealIds.of(memberId, { verb, ...keyPartsOf(about) });
  const choices = [
    button(idOf('change'), appeals.buttons.change, ButtonStyle.Success),
    button(idOf('keep'), appeals.buttons.keep),
  ];
  const components = [
    textDisplay(lines.join('\n')),
    ...(answer ? [] : [actionRow(choices), actionRow(memberButtons(memberId, texts))]),
  ];
  return messageBody([container(components, answer ? COLOURS.answered : COLOURS.waiting)]);
}

/** The state of an appeal, for its member. */
export function appealLine({ about, answer, expiresAtMs }: Appeal, { moderation }: Texts): string {
  const { told, asked } = moderation.appeals;
  if (!answer) return asked(expiresAtMs);
  return answer.kind === 'changed' ? told.changed[about.action] : told[answer.kind](escapeText(answer.why));
}
