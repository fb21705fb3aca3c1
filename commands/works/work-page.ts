import { ComponentType } from 'discord.js';
import { container, privateMessage, textDisplay } from '../../src/discord/messages/components.ts';
import { refusalLinesOf } from '../../src/discord/messages/job-message.ts';
import { messageUrl } from '../../src/discord/messages/links.ts';
import { escapeText, quoteWithin } from '../../src/discord/messages/prompt-text.ts';
import { noticeOf } from '../../src/discord/messages/report-message.ts';
import type { MessageBody } from '../../src/discord/rest/message-body.ts';
import { includesWork } from '../../src/works/collections.ts';
import type { Context, InServer, Needs } from '../support/context.ts';
import { accessOf, denialError } from '../support/work-access.ts';
import { type WorkPage, type WorkPageRef, workFacts, workPageRows } from './view.ts';

/** Discord allows 4,000 characters of text in a message. The facts need the rest. */
const QUOTE_CHARACTERS = 2_500;
const CHILDREN_SHOWN = 5;

/**
 * The page of one work, for one viewer: how it was made, what was made from it, and what the viewer can do with it.
 * @throws MemberError if the work is gone, or the viewer may not see it
 */
export async function loadWorkPage(interaction: InServer, ref: WorkPageRef, context: Context): Promise<MessageBody> {
  const { texts } = context;
  const { attachedFiles, buildPolicies, collections, stars } = context.works;
  const { guildId, userId } = interaction;
  const { jobId, memberId } = ref;
  const { denials, status, work } = await accessOf(interaction, ref, ['find', 'read', 'files', 'star'], context);
  if (denials.find) throw denialError(denials.find, context);
  if (!work) throw denialError('gone', context);
  const { entry, job } = work;
  const star = { guildId, jobId, memberId };
  const isOpen = status === 'open';
  const files = entry && isOpen && !denials.files ? await attachedFiles.filesOf(entry) : [];
  const children = isOpen ? await childrenOf(interaction, jobId, context) : [];
  const own = (await collections.of({ guildId, memberId: userId })).filter((one) => includesWork(one, ref));
  const prompt = denials.read ? undefined : job.request.prompt;
  const page: WorkPage = {
    ...ref,
    work,
    status,
    denials,
    prompt,
    hasFiles: files.length > 0,
    stars: await stars.countOf(star),
    isStarred: await stars.isStarred(star, userId),
    policy: memberId === userId ? await buildPolicies.of(star) : undefined,
  };
  const lines = [
    workFacts(work, status, texts, true),
    ...(prompt === undefined ? [] : refusalLinesOf(job.tasks, texts)),
    ...(await decisionLinesOf(interaction, ref, context)),
    ...(own.length > 0 ? [`-# ${texts.works.collect.isIn(own.map(({ name }) => escapeText(name)))}`] : []),
    ...(children.length > 0 ? [`-# ${texts.works.madeFromIt(children)}`] : []),
  ];
  const quote = prompt === undefined ? texts.works.promptHidden : quoteWithin(prompt, QUOTE_CHARACTERS).quote;
  const items = files.map(({ address: url }) => ({ media: { url }, spoiler: job.request.spoiler }));
  const components = [
    textDisplay(quote),
    ...(items.length > 0 ? [{ type: ComponentType.MediaGallery as const, items }] : []),
    textDisplay(lines.join('\n')),
    ...workPageRows(page, userId, texts),
  ];
  return privateMessage([container(components)]);
}

/** For the author: what moderators decided after reports, and why. */
async function decisionLinesOf(
  { guildId, userId }: InServer,
  { jobId, memberId }: WorkPageRef,
  { moderation, texts }: Needs<'moderation' | 'texts'>,
): Promise<string[]> {
  const report = userId === memberId ? await moderation.reports.find(guildId, jobId) : undefined;
  if (!report || report.state === 'shown') return [];
  if (report.state === 'restored' && report.shown.notice === undefined) return [];
  return [`-# ${noticeOf(report, texts)}`];
}

/** Links to works made from this one, if the viewer may see them. */
async function childrenOf(interaction: InServer, jobId: string, context: Context): Promise<string[]> {
  const { history, texts } = context;
  const { guildId } = interaction;
  const links = (await history.listDerived(guildId, jobId, CHILDREN_SHOWN)).map(async (child) => {
    const { denials, status, work } = await accessOf(interaction, child, ['find'], context);
    const { channelId, messageId } = work?.job.location ?? {};
    if (denials.find || status !== 'open' || channelId === undefined || messageId === undefined) return [];
    return [texts.works.child(child.memberId, messageUrl(guildId, channelId, messageId))];
  });
  return (await Promise.all(links)).flat();
}
