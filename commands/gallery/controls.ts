import { galleryIds, type ResultRef } from '../../src/discord/custom-ids/controls.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import { messageUrl } from '../../src/discord/messages/links.ts';
import { refusalWords } from '../../src/discord/messages/refusal-words.ts';
import { mustBeDone } from '../../src/discord/rest/outcome.ts';
import type { ShowOutcome } from '../../src/moderation/gallery/gallery.ts';
import { messageOfCopy } from '../../src/moderation/gallery/gallery-copy.ts';
import type { ShowRefusal } from '../../src/moderation/gallery/showing-rules.ts';
import { en, type Texts } from '../../src/texts/en.ts';
import type { ComponentInteraction, Handler } from '../support/context.ts';
import { defineButtons, defineMenuCommand } from '../support/define.ts';
import { isModerator } from '../support/guards.ts';
import { denialError, personOf, requireTarget, shownUnder } from '../support/work-access.ts';

/** Checks everything as it is now. @throws MemberError if the result may not be shown. */
const show: Handler<ResultRef> = async (presser, { jobId, memberId }, context) => {
  const { moderation, texts } = context;
  const { respond, guildId, server, userId: byId } = presser;
  const { uploadLimitBytes } = server;
  const wanted = { guildId, jobId, memberId, byId, uploadLimitBytes, person: await personOf(presser, context) };
  const asked = await moderation.judgeShowRequest(wanted, await context.rules());
  if ('refusal' in asked) throw new MemberError(refusalText(asked.refusal, texts));
  await respond.deferPrivately();
  const outcome = await moderation.gallery.show(asked.copy);
  await respond.complete(privateText(outcomeText(outcome, asked.copy.channelId, texts)));
};

function refusalText(refusal: ShowRefusal, texts: Texts): string {
  const { refusals } = texts.moderation.gallery;
  if ('galleryId' in refusal) return refusals[refusal.reason](refusal.galleryId);
  if (refusal.reason === 'paused' || refusal.reason === 'timed out') return refusalWords(refusal, texts);
  return { ...texts.works.denials, ...refusals }[refusal.reason];
}

function outcomeText(outcome: ShowOutcome, galleryId: string, { moderation }: Texts): string {
  const words = moderation.gallery;
  if ('copy' in outcome) {
    const { channelId, messageId = '' } = messageOfCopy(outcome.copy);
    return words[outcome.outcome](messageUrl(outcome.copy.guildId, channelId, messageId));
  }
  if (outcome.outcome === 'ended') return words.endings[outcome.ending];
  return outcome.outcome === 'later' ? words.later(galleryId) : words[outcome.outcome];
}

/** Deletes the copy that the button is on, for its author or a moderator. */
const takeOut: Handler<ResultRef, ComponentInteraction> = async (interaction, { jobId, memberId }, context) => {
  const { respond, guildId, server, userId, message } = interaction;
  const { moderation, texts } = context;
  const { settings } = await context.rules();
  const copy = await moderation.gallery.find(guildId, jobId);
  // The press deletes its message, so that message has to be the copy.
  const isCopy = copy?.messageId === message.id || shownUnder(interaction)?.jobId === jobId;
  if (!isCopy) throw denialError('gone', context);
  if (userId !== memberId && !isModerator(server, settings)) {
    throw new MemberError(texts.moderation.gallery.notYoursToTakeOut, 'owner');
  }
  const outcome = await moderation.gallery.remove({ guildId, jobId }, { byId: userId, messageId: message.id });
  await respond.acknowledge();
  // The press can delete its own message even without a record of it, and if the bot can no longer see the channel.
  const deleted = await respond.deleteOriginal();
  if (outcome === 'unknown' && deleted.outcome !== 'gone') mustBeDone(deleted);
  if (outcome !== 'unknown') await moderation.gallery.carryOut(guildId, jobId);
  if (outcome === 'unknown' && deleted.outcome === 'done' && userId !== memberId)
    await moderation.decisions.record(guildId, { byId: userId, action: 'taken out of the gallery', memberId, jobId });
};

/** *Show in the gallery*, in the menu of a message that shows a result. */
export const galleryCommand = defineMenuCommand(
  { name: en.commands.showInGallery },
  'everyone',
  async (interaction, context) => {
    await show(interaction, await requireTarget(interaction, context), context);
  },
);

/** *Show in the gallery* on a result, and *Remove from gallery* on its copy. */
export const galleryButton = defineButtons(galleryIds, 'everyone', {
  show: { guard: { who: 'everyone', as: galleryCommand.data }, run: show },
  remove: takeOut,
});
