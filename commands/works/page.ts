import { type APIComponentInContainer, type APIMessageTopLevelComponent, ComponentType } from 'discord.js';
import type { InteractionFacts } from '../../src/discord/interactions/interaction.ts';
import { textDisplay } from '../../src/discord/messages/components.ts';
import { refusalLinesOf } from '../../src/discord/messages/job-message.ts';
import { messageUrl } from '../../src/discord/messages/links.ts';
import { quoteWithin } from '../../src/discord/messages/prompt-text.ts';
import { type MessageBody, messageBody } from '../../src/discord/rest/message-body.ts';
import { MemberError } from '../../src/errors.ts';
import { jobOf } from '../../src/jobs/records/history.ts';
import type { FoundWork } from '../../src/works/search.ts';
import type { CommandContext, InServer } from '../support/context.ts';
import { mayReadPrompt } from '../support/prompt-readers.ts';
import { factsOf } from './facts.ts';
import { type Page, type PageRef, pageRows } from './page-buttons.ts';
import { type Standing, standingOf } from './standing.ts';

/** Of the quotation, beside the facts; Discord takes 4,000 characters of text in one message. */
const QUOTE_CHARACTERS = 2_500;
const CHILDREN_SHOWN = 5;
const PICTURES_WITHIN_MS = 1_500;

type Presser = InServer<InteractionFacts>;

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
    ...pageRows(page, interaction.userId, texts),
  ];
  const container: APIMessageTopLevelComponent = { type: ComponentType.Container, components };
  return messageBody([container], { ephemeral: true });
}

async function pageOf(interaction: Presser, ref: PageRef, context: CommandContext): Promise<Page> {
  const { resultPictures, stars, terms } = context;
  const { userId } = interaction;
  const { guildId } = interaction.server;
  const { jobId, memberId } = ref;
  const { work, standing } = await mustSee(interaction, ref, context);
  const { entry, job } = work;
  const mayRead = await mayReadPrompt(interaction, job.request, memberId, context);
  const star = { guildId, jobId, memberId };
  const isOpen = standing === 'open';
  return {
    ...{ ...ref, work, standing, prompt: mayRead ? job.request.prompt : undefined },
    addresses:
      entry && isOpen ? (await resultPictures.of(entry, PICTURES_WITHIN_MS)).map(({ address }) => address) : [],
    children: isOpen ? await childrenOf(guildId, jobId, context) : [],
    stars: await stars.countOf(star),
    isStarred: await stars.isStarred(star, userId),
    terms: memberId === userId ? await terms.of(star) : undefined,
  };
}

/** A work that this person may see. @throws MemberError */
export async function mustSee(
  { server, userId }: Pick<Presser, 'server' | 'userId'>,
  ref: Pick<PageRef, 'jobId' | 'memberId'>,
  context: CommandContext,
): Promise<{ work: FoundWork; standing: Standing }> {
  const { refusals, works } = context.texts;
  const { guildId } = server;
  const work = await findWork(guildId, ref, context);
  if (!work) throw new MemberError(refusals.jobGone);
  const { entry, job } = work;
  const standing = await standingOf(guildId, { ...job, jobId: job.id, messageId: job.place.messageId }, context);
  if (ref.memberId !== userId && (standing !== 'open' || !entry)) throw new MemberError(works.notToBeSeen);
  return { work, standing };
}

async function findWork(
  guildId: string,
  { jobId, memberId }: Pick<PageRef, 'jobId' | 'memberId'>,
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
