import { type ResultRef, workFormIds } from '../../src/discord/custom-ids/controls.ts';
import type { InteractionFacts, InteractionOf } from '../../src/discord/interactions/interaction.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import type { Responder } from '../../src/discord/interactions/responder.ts';
import type { JobRequest } from '../../src/jobs/job.ts';
import { jobIdOf } from '../../src/jobs/job-id.ts';
import type { Origin } from '../../src/jobs/origins.ts';
import type { Picture } from '../../src/studio/saved-sources.ts';
import { kindOf, type MediaKind } from '../../src/task-api/models.ts';
import { onceMore } from '../generate/decisions.ts';
import { generateFromForm, openFilledForm, openRequestForm, type WorkVerb } from '../generate/form.ts';
import { checkSources } from '../generate/validation.ts';
import { GENERATE_COMMANDS, needCommand } from '../support/command-access.ts';
import type { CommandContext, Handle, InServer } from '../support/context.ts';
import { chosenIn } from '../support/form-fields.ts';
import { needAccess } from '../support/work-access.ts';
import { needAskable, needConsent, originsOf } from './consent.ts';
import { sourcesOf } from './sources.ts';

/** The form has to open within Discord's three seconds. */
const PICTURES_WITHIN_MS = 1_500;

/** *Change …*, *Animate …* and *Edit …* on a work. */
export const buildOnWork: Handle<ResultRef & { verb: WorkVerb }, InteractionOf<'component'>> = async (
  interaction,
  pressed,
  respond,
  context,
) => {
  const pictures = await picturesOf(interaction, pressed, context);
  await openWorkForm(interaction, pressed.verb, pictures, respond, context);
};

/** Those of the message that the button is on; on a work's own page they are where its message has them now. */
async function picturesOf(
  { message, server }: InServer<InteractionOf<'component'>>,
  result: ResultRef,
  { history, works: { attachedFiles } }: CommandContext,
): Promise<Picture[]> {
  const entry = await history.find(server.guildId, result.memberId, result.jobId);
  if (entry?.messageId === undefined || entry.messageId === message.id) {
    return picturesAt(message.pictureAddresses, originOf(result, message.channelId, message.id));
  }
  const { channelId, messageId } = entry;
  return picturesAt(
    await attachedFiles.pictureAddressesOf(entry, PICTURES_WITHIN_MS),
    originOf(result, channelId, messageId),
  );
}

function originOf({ jobId, memberId }: ResultRef, channelId: string, messageId: string): Origin {
  return { kind: 'result', id: jobId, memberId, channelId, messageId };
}

function picturesAt(addresses: readonly string[], of: Origin): Picture[] {
  return addresses.length > 0 ? addresses.map((address) => ({ address, of })) : [{ address: '', of }];
}

/** @param pictures to choose from; for `edit` the first says which result is meant. @throws MemberError where it may not be done. */
export async function openWorkForm(
  interaction: InServer<InteractionFacts>,
  verb: WorkVerb,
  pictures: readonly Picture[],
  respond: Responder,
  context: CommandContext,
): Promise<void> {
  const { defaults, texts } = context;
  const { preferences, savedSources } = context.studio;
  const { server, userId: memberId } = interaction;
  const { guildId } = server;
  // An edit shows the words of the result, so its owner is asked before. Otherwise members say first what they want.
  const needed = verb === 'edit' ? needConsent : needAskable;
  await needed(interaction, originsOf(pictures), context);
  const kept = verb === 'edit' ? await requestOf(interaction, pictures, context) : undefined;
  const kind = kindOfWork(verb, kept);
  await needCommand(GENERATE_COMMANDS[kind], interaction, context);
  if (verb !== 'edit' && !pictures.some(({ address }) => address !== ''))
    throw new MemberError(texts.studio.work.noPicture);

  const id = jobIdOf(interaction.id);
  await savedSources.openForm({ guildId, memberId }, { id, pictures: [...pictures] });
  const customId = workFormIds.of(memberId, { verb, pickId: id });
  if (kept) return openRequestForm(customId, kept, respond, context);
  const own = await preferences.of(guildId, memberId);
  const request = {
    modelId: own[`${kind}ModelId`] ?? defaults.modelId[kind],
    prompt: verb === 'change' ? await wordsOf(interaction, pictures, context) : '',
    ...(own.aspectRatio === undefined ? {} : { aspectRatio: own.aspectRatio }),
  };
  const facts = { verb, kind, pictures: pictures.length, request, count: 1 };
  await openFilledForm(customId, facts, respond, context);
}

/**
 * The words that a result was made with, to begin with other ones. Empty where the pictures have several prompts, or where this
 * member may not show the words to everybody.
 */
async function wordsOf(
  interaction: InServer<InteractionFacts>,
  pictures: readonly Picture[],
  context: CommandContext,
): Promise<string> {
  if (pictures[0]?.of.kind !== 'result') return '';
  try {
    const { request } = await requestOf(interaction, pictures, context);
    return request.isVaried || request.promptById !== undefined ? '' : request.prompt;
  } catch (error) {
    if (error instanceof MemberError) return '';
    throw error;
  }
}

/** What comes of it: asked once more it is what it was. */
function kindOfWork(verb: WorkVerb, kept: { request: JobRequest } | undefined): MediaKind {
  if (kept) return kindOf(kept.request.modelId);
  return verb === 'animate' ? 'video' : 'image';
}

/** Starts what the form asks for. */
export const buildFromForm: Handle<{ verb: WorkVerb; pickId: string }, InteractionOf<'modal'>> = async (
  interaction,
  { verb, pickId },
  respond,
  context,
) => {
  const { studio, texts } = context;
  const { fields, server, userId: memberId } = interaction;
  const pick = await studio.savedSources.findForm({ guildId: server.guildId, memberId }, pickId);
  if (!pick) throw new MemberError(texts.studio.work.formIsOld);
  const kept = verb === 'edit' ? await requestOf(interaction, pick.pictures, context) : undefined;
  const kind = kindOfWork(verb, kept);
  await needCommand(GENERATE_COMMANDS[kind], interaction, context);

  const picture = pick.pictures[Number(chosenIn(fields['picture'])[0] ?? 1) - 1];
  const base =
    kept?.request ?? (picture && { spoiler: false, ...(await sourcesOf([picture], server.guildId, context)) });
  if (!base) throw new MemberError(texts.studio.work.noPicture);
  checkSources(base.sourceUrls, context);
  await generateFromForm(interaction, { kind, base }, respond, context);
};

/** The request of a result, as whoever asks now may have it. @throws MemberError where its prompt is not theirs to read. */
async function requestOf(
  interaction: InServer<InteractionFacts>,
  [picture]: readonly Picture[],
  context: CommandContext,
): Promise<{ request: JobRequest; count: number }> {
  if (picture?.of.kind !== 'result') throw new MemberError(context.texts.refusals.jobGone);
  const { id: jobId, memberId } = picture.of;
  const words = { 'private prompt': context.texts.refusals.againNotYours };
  const { work } = await needAccess(interaction, { jobId, memberId }, ['repeat'], context, words);
  const { request: asked, tasks } = work.job;
  return { request: onceMore(asked, { jobId, memberId }, interaction.userId), count: tasks.length };
}
