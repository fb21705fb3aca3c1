import { type APIComponentInContainer, type APIMessageTopLevelComponent, ButtonStyle, ComponentType } from 'discord.js';
import {
  againIds,
  fetchIds,
  galleryIds,
  saveStyleIds,
  starIds,
  workIds,
} from '../../src/discord/custom-ids/results.ts';
import { historyIds } from '../../src/discord/custom-ids/works.ts';
import type { InteractionFacts } from '../../src/discord/interactions/interaction.ts';
import { actionRow, button, textDisplay } from '../../src/discord/messages/components.ts';
import { refusalLinesOf, showButton, workVerbsOf } from '../../src/discord/messages/job-message.ts';
import { messageUrl } from '../../src/discord/messages/links.ts';
import { quoteWithin } from '../../src/discord/messages/prompt-text.ts';
import { type MessageBody, messageBody } from '../../src/discord/rest/message-body.ts';
import { MemberError } from '../../src/errors.ts';
import { isFetchable } from '../../src/jobs/job.ts';
import { jobOf } from '../../src/jobs/records/history.ts';
import type { FoundWork } from '../../src/works/search.ts';
import type { CommandContext, InServer } from '../support/context.ts';
import { mayReadPrompt } from '../support/prompt-readers.ts';
import { factsOf } from './facts.ts';
import { isOpenToMember, type Standing, standingOf } from './standing.ts';

/** Of the quotation, beside the facts; Discord takes 4,000 characters of text in one message. */
const QUOTE_CHARACTERS = 2_500;
const CHILDREN_SHOWN = 5;
const PICTURES_WITHIN_MS = 1_500;

export interface PageRef {
  jobId: string;
  /** Whose work it is. */
  memberId: string;
  /** The view that it is opened from. */
  viewId: string;
}

interface Page extends PageRef {
  work: FoundWork;
  standing: Standing;
  /** What the one who looks may read of the prompt. */
  prompt: string | undefined;
  addresses: readonly string[];
  children: readonly string[];
  /** Of others than its member. */
  stars: number;
  isStarred: boolean;
}

type Presser = InServer<InteractionFacts>;
type Texts = CommandContext['texts'];

/**
 * Everything of one work, for the one who looks: what made it, what was made from it, and what can be done with it.
 * @throws MemberError where it is kept no more, or not theirs to see.
 */
export async function renderPage(interaction: Presser, ref: PageRef, context: CommandContext): Promise<MessageBody> {
  const { texts } = context;
  const page = await pageOf(interaction, ref, context);
  const { work, standing, prompt, addresses, children, stars } = page;
  const { request } = work.job;
  const lines = [
    factsOf(work, standing, texts, true),
    ...(prompt === undefined ? [] : refusalLinesOf(work.job.tasks, texts)),
    ...(stars > 0 ? [`-# ${texts.works.stars.byOthers(stars)}`] : []),
    ...(children.length > 0 ? [`-# ${texts.works.madeFromIt(children)}`] : []),
  ];
  const quote = prompt === undefined ? texts.works.promptHidden : quoteWithin(prompt, QUOTE_CHARACTERS).quote;
  const items = addresses.map((url) => ({ media: { url }, spoiler: request.spoiler }));
  const components: APIComponentInContainer[] = [
    textDisplay(quote),
    ...(items.length > 0 ? [{ type: ComponentType.MediaGallery as const, items }] : []),
    textDisplay(lines.join('\n')),
    ...rowsOf(page, interaction.userId, texts),
  ];
  const container: APIMessageTopLevelComponent = { type: ComponentType.Container, components };
  return messageBody([container], { ephemeral: true });
}

async function pageOf(interaction: Presser, ref: PageRef, context: CommandContext): Promise<Page> {
  const { history, jobs, resultPictures, stars, texts } = context;
  const { server, userId } = interaction;
  const { guildId } = server;
  const { jobId, memberId } = ref;
  const found = await findWork(guildId, ref, { history, jobs });
  if (!found) throw new MemberError(texts.refusals.jobGone);
  const { entry, job } = found;
  const standing = await standingOf(guildId, { ...job, jobId, messageId: job.place.messageId }, context);
  const isOwn = memberId === userId;
  if (!isOwn && (standing !== 'open' || !entry)) throw new MemberError(texts.works.notToBeSeen);
  const mayRead = await mayReadPrompt(interaction, job.request, memberId, context);
  const star = { guildId, jobId, memberId };
  const isOpen = standing === 'open';
  return {
    ...{ ...ref, work: found, standing, prompt: mayRead ? job.request.prompt : undefined },
    addresses:
      entry && isOpen ? (await resultPictures.of(entry, PICTURES_WITHIN_MS)).map(({ address }) => address) : [],
    children: isOpen ? await childrenOf(guildId, jobId, context) : [],
    stars: await stars.countOf(star),
    isStarred: await stars.isStarred(star, userId),
  };
}

async function findWork(
  guildId: string,
  { jobId, memberId }: PageRef,
  { history, jobs }: Pick<CommandContext, 'history' | 'jobs'>,
): Promise<FoundWork | undefined> {
  const job = await jobs.find(jobId);
  if (job?.place.guildId === guildId && job.memberId === memberId) return { job, entry: undefined };
  const entry = await history.find(guildId, memberId, jobId);
  return entry && { job: jobOf(entry), entry };
}

/** Links to what was made from it, where that is open to all. */
async function childrenOf(guildId: string, jobId: string, context: CommandContext): Promise<string[]> {
  const { history, texts } = context;
  const links = (await history.madeFrom(guildId, jobId, CHILDREN_SHOWN)).map(async (child) => {
    const entry = await history.find(guildId, child.memberId, child.jobId);
    if (entry?.messageId === undefined || (await standingOf(guildId, entry, context)) !== 'open') return [];
    const url = messageUrl(guildId, entry.channelId, entry.messageId);
    return [texts.works.child(child.memberId, url)];
  });
  return (await Promise.all(links)).flat();
}

function rowsOf(page: Page, userId: string, texts: Texts) {
  const { work, jobId, memberId, viewId, standing, isStarred } = page;
  const { job, entry } = work;
  const isOwn = memberId === userId;
  const isDraft = standing === 'draft';
  const isMade = entry !== undefined && standing === 'open' && job.tasks.some(({ state }) => state === 'delivered');
  const words = texts.job.buttons;
  const { Primary, Secondary } = ButtonStyle;
  const own = { jobId };
  const toGoOn =
    entry && (standing === 'open' || isDraft) && page.prompt !== undefined
      ? [
          ...(isDraft && job.tasks.some(isFetchable) ? [showButton(job, texts)] : []),
          button(againIds.of(memberId, own), words.again, isDraft ? Secondary : Primary),
          // Without its picture there is nothing to change.
          ...(page.addresses.length > 0 ? workVerbsOf(job) : (['edit'] as const)).map((verb) =>
            button(workIds.of(memberId, { verb, jobId }), texts.studio.work.buttons[verb]),
          ),
        ]
      : [];
  const star = isMade
    ? [button(starIds.of(memberId, own), isStarred ? texts.works.stars.takeAway : texts.works.stars.button)]
    : [];
  const others = [
    ...(isMade ? [button(saveStyleIds.of(memberId, own), texts.studio.menu.saveStyle)] : []),
    ...(isOwn && entry && isOpenToMember(standing) && job.tasks.some(isFetchable)
      ? [button(fetchIds.of(memberId, own), texts.history.deliverAgain)]
      : []),
    ...(isOwn && isMade && job.request.offersGallery
      ? [button(galleryIds.of(memberId, { verb: 'show', jobId }), texts.moderation.gallery.buttons.show, Secondary)]
      : []),
  ];
  const back = [button(historyIds.of(userId, { verb: 'from', viewId, jobId }), texts.works.back)];
  return [[...toGoOn, ...star], others, back].filter((row) => row.length > 0).map(actionRow);
}
