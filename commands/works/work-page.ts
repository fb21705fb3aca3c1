import { type APIComponentInContainer, type APIMediaGalleryItem, ComponentType } from 'discord.js';
import { NO_LIST } from '../../src/discord/custom-ids/controls.ts';
import { altTextOf } from '../../src/discord/messages/alt-text.ts';
import { container, privateMessage, textDisplay } from '../../src/discord/messages/components.ts';
import { refusalLinesOf, subjectOf } from '../../src/discord/messages/job-message.ts';
import { messageUrl } from '../../src/discord/messages/links.ts';
import { escapeText, quoteWithin } from '../../src/discord/messages/prompt-text.ts';
import { noticeOf } from '../../src/discord/messages/report-message.ts';
import type { MessageBody } from '../../src/discord/rest/message-body.ts';
import { hasEnded, type Job, pictureFilesOf } from '../../src/jobs/job/job.ts';
import { kindOfRequest } from '../../src/jobs/job/variants.ts';
import type { Texts } from '../../src/texts/en.ts';
import { includesWork } from '../../src/works/collections.ts';
import { pricesOf, reframesOf } from '../studio/one-press.ts';
import { type PictureRef, pictureAddressesOf } from '../studio/work-pictures.ts';
import type {
  CommandInteraction,
  ComponentInteraction,
  Context,
  InServer,
  Needs,
  PressInteraction,
} from '../support/context.ts';
import { isModerator } from '../support/guards.ts';
import { accessOf, denialError } from '../support/work-access.ts';
import { PAGE_ACTS, SHORT_QUOTE_CHARACTERS, type WorkPage, type WorkPageRef, workFacts, workPageRows } from './view.ts';

/** Discord allows 4,000 characters of text in a message. The facts need the rest. */
const QUOTE_CHARACTERS = 2_500;
const CHILDREN_SHOWN = 5;

/** Opens a private page about a work. On another page, it takes that page's place. */
export async function openPage(
  interaction: ComponentInteraction,
  place: WorkPage['place'],
  { viewId, ...ref }: PictureRef & { viewId?: string | undefined },
  context: Context,
): Promise<void> {
  const page = await loadWorkPage(interaction, place, { ...ref, viewId: viewId ?? NO_LIST }, context);
  if (viewId === undefined) await interaction.respond.answer(page);
  else await interaction.respond.update(page);
}

/**
 * A private page about a work, for one viewer: how it was made, what was made from it, and what the viewer can do with it.
 * @throws MemberError if the work is gone, or the viewer may not see it
 */
export async function loadWorkPage(
  interaction: CommandInteraction | PressInteraction,
  place: WorkPage['place'],
  ref: WorkPageRef,
  context: Context,
): Promise<MessageBody> {
  const { found, addresses } = await loadPage(interaction, place, ref, context);
  const { work, prompt } = found;
  const { texts } = context;
  const isMore = place === 'more';
  const most = isMore ? SHORT_QUOTE_CHARACTERS : QUOTE_CHARACTERS;
  const quote = prompt === undefined ? texts.works.promptHidden : quoteWithin(prompt, most).quote;
  const spoiler = work?.request.spoiler ?? false;
  const lines = work ? await linesOf(interaction, ref, { ...found, work }, context) : [];
  const text = [quote, ...(isMore ? lines : [])].join('\n');
  const items = addresses.map((url, index) => ({ media: { url }, description: altOf(found, index, texts), spoiler }));
  const [thumbnail] = items;
  const components: APIComponentInContainer[] = isMore
    ? [thumbnail === undefined ? textDisplay(text) : sectionOf(text, thumbnail)]
    : [
        textDisplay(quote),
        ...(items.length > 0 ? [{ type: ComponentType.MediaGallery as const, items }] : []),
        ...(lines.length > 0 ? [textDisplay(lines.join('\n'))] : []),
      ];
  return privateMessage([container([...components, ...workPageRows(found, interaction.userId, texts)])]);
}

const sectionOf = (text: string, picture: APIMediaGalleryItem): APIComponentInContainer => ({
  type: ComponentType.Section,
  components: [textDisplay(text)],
  accessory: { type: ComponentType.Thumbnail, ...picture },
});

/** What a picture or clip shows, as far as the viewer may read it, and which of several it is. */
function altOf({ work, prompt, picture, pictures }: WorkPage, index: number, texts: Texts): string {
  const { altOfHidden } = texts.job;
  const alt = prompt ?? altOfHidden[work ? kindOfRequest(work.request) : 'image'];
  return altTextOf(alt, picture > 0 ? picture : index + 1, pictures, texts);
}

/** Looks up the work for its viewer, with the addresses of what the page shows. */
async function loadPage(
  interaction: CommandInteraction | PressInteraction,
  place: WorkPage['place'],
  { picture: wanted, ...ref }: WorkPageRef,
  context: Context,
): Promise<{ found: WorkPage; addresses: string[] }> {
  const { guildId, userId } = interaction;
  const { jobId, memberId } = ref;
  const { stars } = context.works;
  const { denials, status, work } = await accessOf(interaction, ref, PAGE_ACTS, context);
  // Results that are there while the rest is made can be reported, also by others.
  const isReportable = place === 'more' && denials.find === 'in progress' && !denials.report;
  if (work && denials.find && !isReportable) throw denialError(denials.find, context);
  const star = { guildId, jobId, memberId };
  const kept = pictureFilesOf(work?.tasks ?? []).length;
  const picture = wanted === 0 && kept === 1 ? 1 : wanted;
  const mayShow = (status === 'open' || status === 'draft') && !(work && denials.files);
  const files = mayShow ? await shownOn(interaction, { ...ref, picture }, work, context) : [];
  // Of a work that Easel no longer keeps, its message can still be reported and deleted.
  if (!work && files.length === 0 && place === 'view') throw denialError('gone', context);
  const { settings } = await context.rules();
  const pictures = kept > 0 || wanted > 0 ? kept : files.length;
  const own = await context.studio.preferences.of(guildId, userId);
  const mayShowInGallery = memberId === userId || isModerator(interaction.server, settings);
  const found: WorkPage = {
    ...ref,
    place,
    picture,
    pictures,
    work,
    status,
    denials,
    subject: picture > 0 ? 'picture' : work ? subjectOf(work, pictures) : pictures > 1 ? 'pictures' : 'picture',
    prompt: work && !denials.read ? work.request.prompt : undefined,
    hasPicture: picture > 0 && files.length > 0,
    hasGallery: settings.galleryChannelId !== null && mayShowInGallery,
    stars: await stars.countOf(star),
    isStarred: await stars.isStarred(star, userId),
    policy: memberId === userId ? work?.buildPolicy : undefined,
    prices: work ? pricesOf(work, picture, own, settings, context) : {},
    reframes: work && picture > 0 ? reframesOf(work, settings) : [],
  };
  return { found, addresses: files };
}

/** The addresses of what a page shows: one picture or all, or a clip. */
async function shownOn(
  interaction: CommandInteraction | PressInteraction,
  ref: PictureRef,
  work: Job | undefined,
  context: Context,
): Promise<string[]> {
  const { attachedFiles } = context.works;
  const pictures = interaction.kind === 'command' ? [] : await pictureAddressesOf(interaction, ref, context);
  if (pictures.length > 0 || !hasEnded(work) || work.request.isDraft) return pictures;
  const files = (await attachedFiles.filesOf(work)).map(({ address }) => address);
  return ref.picture === 0 ? files : files.slice(ref.picture - 1, ref.picture);
}

/** The facts about a work, apart from its prompt. */
async function linesOf(
  interaction: InServer,
  ref: WorkPageRef,
  { work, prompt, status, place, picture, pictures }: WorkPage & { work: Job },
  context: Context,
): Promise<string[]> {
  const { texts, works } = context;
  const { guildId, userId } = interaction;
  const own = (await works.collections.of({ guildId, memberId: userId })).filter((one) => includesWork(one, ref));
  const isIn = own.length > 0 ? [`-# ${texts.works.collect.isIn(own.map(({ name }) => escapeText(name)))}`] : [];
  if (place === 'more') return isIn;
  const children = status === 'open' ? await childrenOf(interaction, ref.jobId, context) : [];
  return [
    workFacts(work, status, texts, { picture, pictures }),
    ...(prompt === undefined ? [] : refusalLinesOf(work.tasks, texts)),
    ...(await decisionLinesOf(interaction, work, context)),
    ...isIn,
    ...(status === 'draft' ? [`-# ${texts.works.ofDraft}`] : []),
    ...(children.length > 0 ? [`-# ${texts.works.madeFromIt(children)}`] : []),
  ];
}

/** For the author: what moderators decided after reports, and why. */
async function decisionLinesOf(
  { guildId, userId }: InServer,
  { id: jobId, memberId, request }: Job,
  { moderation, texts }: Needs<'moderation' | 'texts'>,
): Promise<string[]> {
  const report = userId === memberId ? await moderation.reports.find(guildId, jobId) : undefined;
  if (!report || report.state === 'shown') return [];
  if (report.state === 'restored' && report.shown.notice === undefined) return [];
  return [`-# ${noticeOf(report, request, texts)}`];
}

/** Links to works made from this one, if the viewer may see them. */
async function childrenOf(interaction: InServer, jobId: string, context: Context): Promise<string[]> {
  const { history, texts } = context;
  const { guildId } = interaction;
  const links = (await history.listDerived(guildId, jobId, CHILDREN_SHOWN)).map(async (child) => {
    const { denials, status, work } = await accessOf(interaction, child, ['find'], context);
    const { channelId, messageId } = work?.location ?? {};
    if (denials.find || status !== 'open' || channelId === undefined || messageId === undefined) return [];
    return [texts.works.child(child.memberId, messageUrl(guildId, channelId, messageId))];
  });
  return (await Promise.all(links)).flat();
}
