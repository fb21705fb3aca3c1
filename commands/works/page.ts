import { type APIComponentInContainer, type APIMessageTopLevelComponent, ComponentType } from 'discord.js';
import type { InteractionFacts } from '../../src/discord/interactions/interaction.ts';
import { privateMessage, textDisplay } from '../../src/discord/messages/components.ts';
import { refusalLinesOf } from '../../src/discord/messages/job-message.ts';
import { messageUrl } from '../../src/discord/messages/links.ts';
import { escapeText, quoteWithin } from '../../src/discord/messages/prompt-text.ts';
import type { MessageBody } from '../../src/discord/rest/message-body.ts';
import { holds } from '../../src/works/collections.ts';
import type { CommandContext, InServer } from '../support/context.ts';
import { accessOf, denied } from '../support/work-access.ts';
import { factsOf } from './facts.ts';
import { type Page, type PageRef, pageRows } from './view.ts';

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
  const { work, status, prompt, addresses, children, collections } = page;
  const { request } = work.job;
  const lines = [
    factsOf(work, status, texts, true),
    ...(prompt === undefined ? [] : refusalLinesOf(work.job.tasks, texts)),
    ...(await decisionLinesOf(interaction, ref, context)),
    ...(collections.length > 0 ? [`-# ${texts.works.collect.isIn(collections.map(escapeText))}`] : []),
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
  return privateMessage([container]);
}

async function pageOf(interaction: Presser, ref: PageRef, context: CommandContext): Promise<Page> {
  const { collections, attachedFiles, stars, terms } = context.works;
  const { userId } = interaction;
  const { guildId } = interaction.server;
  const { jobId, memberId } = ref;
  const { denials, status, work } = await accessOf(interaction, ref, ['find', 'read', 'files', 'star'], context);
  if (denials.find) throw denied(denials.find, context);
  if (!work) throw denied('gone', context);
  const { entry, job } = work;
  const star = { guildId, jobId, memberId };
  const isOpen = status === 'open';
  const isToBeSeen = entry && isOpen && !denials.files;
  return {
    ...ref,
    work,
    status,
    denials,
    prompt: denials.read ? undefined : job.request.prompt,
    addresses: isToBeSeen ? (await attachedFiles.filesOf(entry, PICTURES_WITHIN_MS)).map(({ address }) => address) : [],
    children: isOpen ? await childrenOf(interaction, jobId, context) : [],
    stars: await stars.countOf(star),
    isStarred: await stars.isStarred(star, userId),
    collections: (await collections.of({ guildId, memberId: userId }))
      .filter((one) => holds(one, ref))
      .map(({ name }) => name),
    terms: memberId === userId ? await terms.of(star) : undefined,
  };
}

/** What moderators decided after reports, and why, for its author alone. */
async function decisionLinesOf(
  { server, userId }: Presser,
  { jobId, memberId }: PageRef,
  { moderation, texts }: CommandContext,
): Promise<string[]> {
  const report = userId === memberId ? await moderation.reports.find(server.guildId, jobId) : undefined;
  if (!report || report.state === 'shown') return [];
  if (report.state === 'restored' && report.shown.notice === undefined) return [];
  const { state, why = '', isWithSource = false } = report;
  return [`-# ${texts.moderation.reports.notice[state](escapeText(why), isWithSource)}`];
}

/** Links to what was made from it, where this person may see that. */
async function childrenOf(interaction: Presser, jobId: string, context: CommandContext): Promise<string[]> {
  const { history, texts } = context;
  const { guildId } = interaction.server;
  const links = (await history.listDerived(guildId, jobId, CHILDREN_SHOWN)).map(async (child) => {
    const { denials, status, work } = await accessOf(interaction, child, ['find'], context);
    const { channelId, messageId } = work?.job.location ?? {};
    if (denials.find || status !== 'open' || channelId === undefined || messageId === undefined) return [];
    return [texts.works.child(child.memberId, messageUrl(guildId, channelId, messageId))];
  });
  return (await Promise.all(links)).flat();
}
