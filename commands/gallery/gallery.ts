import { galleryIds, type ResultRef, resultOf } from '../../src/discord/custom-ids/controls.ts';
import type { InteractionFacts } from '../../src/discord/interactions/interaction.ts';
import type { Responder } from '../../src/discord/interactions/responder.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import { messageUrl } from '../../src/discord/messages/links.ts';
import { MemberError } from '../../src/errors.ts';
import { messageOfCopy, type ShowOutcome } from '../../src/moderation/gallery/gallery.ts';
import { en } from '../../src/texts/en.ts';
import { tellModerators } from '../moderation/decisions.ts';
import type { CommandContext, InServer } from '../support/context.ts';
import { defineButtons, defineMenuCommand } from '../support/define.ts';
import { showingOf } from './showing.ts';
import { takeOut } from './take-out.ts';

/** *Show in the gallery*, in the menu of a message: of a result of Easel's. */
export const galleryCommand = defineMenuCommand(
  { name: en.commands.showInGallery },
  'everyone',
  async (interaction, respond, context) => {
    const result = resultOf(interaction.target?.customIds);
    if (!result) throw new MemberError(context.texts.moderation.gallery.noResult);
    await show(interaction, result, respond, context);
  },
);

/** The same on a result; *Take out*, on its copy. */
export const galleryButton = defineButtons(galleryIds, {
  show: { guard: { who: 'everyone', as: galleryCommand.data }, run: show },
  out: { guard: 'everyone', run: takeOut },
});

/** @throws MemberError where it may not be shown. */
async function show(
  interaction: InServer<InteractionFacts>,
  result: ResultRef,
  respond: Responder,
  context: CommandContext,
): Promise<void> {
  const { moderation, texts } = context;
  const { memberId, jobId } = result;
  const { guildId } = interaction.server;
  const byId = interaction.userId;
  const showing = await showingOf(interaction, result, context);
  await respond.deferPrivately();
  const outcome = await moderation.gallery.show(showing);
  await respond.complete(privateText(wordsOf(outcome, showing.channelId, texts)));
  if (byId !== memberId && outcome.outcome === 'shown') {
    await tellModerators(guildId, { byId, action: 'shown in the gallery', memberId, jobId }, context);
  }
}

function wordsOf(outcome: ShowOutcome, galleryId: string, { moderation }: CommandContext['texts']): string {
  const words = moderation.gallery;
  switch (outcome.outcome) {
    case 'shown':
    case 'already': {
      const { channelId, messageId = '' } = messageOfCopy(outcome.copy);
      return words[outcome.outcome](messageUrl(outcome.copy.guildId, channelId, messageId));
    }
    case 'under way':
    case 'leaving':
      return words[outcome.outcome];
    case 'later':
      return words.later(galleryId);
    case 'ended':
      return words.endings[outcome.ending];
  }
}
