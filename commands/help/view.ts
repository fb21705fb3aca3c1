import { type APIComponentInContainer, ComponentType } from 'discord.js';
import type { ShareRoom } from '../../src/budget/account/shares.ts';
import { ALL_WORKS, askIds, historyIds } from '../../src/discord/custom-ids/controls.ts';
import { button, container, privateMessage, textDisplay } from '../../src/discord/messages/components.ts';
import type { PublishedPages } from '../../src/discord/rest/application-calls.ts';
import type { MessageBody } from '../../src/discord/rest/message-body.ts';
import type { Gates } from '../../src/moderation/settings/modes.ts';
import type { MediaKind, Price } from '../../src/task-api/models.ts';
import type { Texts } from '../../src/texts/en.ts';

/** What `/help` says to one member in one channel. */
export interface HelpFacts {
  memberId: string;
  leftCredits: number;
  budgetCredits: number;
  /** The strictest limit that applies to the member. */
  room: ShareRoom | undefined;
  /** The cheapest model of each kind that the server allows. */
  least: ReadonlyMap<MediaKind, Price>;
  /** Why the member can't make a picture here now, or who decides about it. */
  here: string | Gates;
  /** The request that *Make one …* starts with. */
  keptRequestId: string;
  /** How many requests the member has made here. */
  made: number;
  /** Decisions that wait for moderators; undefined for everyone else. */
  waiting: number | undefined;
  isManager: boolean;
  hasModeratorsChannel: boolean;
  /** The operator's policy and terms. */
  pages: PublishedPages;
}

export function renderHelp(facts: HelpFacts, { help: words, privacy }: Texts): MessageBody {
  const { memberId, here, keptRequestId, least, made, room } = facts;
  const prices = [...least].map(([kind, price]) => words.make(kind, price));
  const make = button(askIds.of(memberId, { verb: 'edit', keptRequestId }), words.makeButton);
  const find = button(historyIds.of(memberId, { verb: 'newest', viewId: ALL_WORKS }), words.findButton);
  const own = room ? [words.own(room.leftCredits, room.share.credits, room.renewsAtMs)] : [];
  const title = [`## ${words.title}`, `-# ${[words.left(facts.leftCredits, facts.budgetCredits), ...own].join(' ')}`];
  const rules = typeof here === 'string' ? words.refused(here) : words.gates(here);
  const links = privacy.pages(facts.pages).join(' · ');
  return privateMessage([
    container([
      textDisplay(title.join('\n')),
      section(prices.join('\n'), make),
      textDisplay(rules),
      textDisplay(words.build),
      section(words.find(made), find),
      textDisplay([words.more, ...linesForSome(facts, words), ...(links === '' ? [] : [`-# ${links}`])].join('\n')),
    ]),
  ]);
}

/** For moderators and managers, and for no one else. */
function linesForSome({ waiting, isManager, hasModeratorsChannel }: HelpFacts, words: Texts['help']): string[] {
  const forManagers = hasModeratorsChannel ? words.forManagers : words.noModerators;
  return [...(waiting === undefined ? [] : [words.forModerators(waiting)]), ...(isManager ? [forManagers] : [])].map(
    (line) => `-# ${line}`,
  );
}

function section(text: string, accessory: ReturnType<typeof button>): APIComponentInContainer {
  return { type: ComponentType.Section, components: [textDisplay(text)], accessory };
}
