import { ApplicationCommandType } from 'discord.js';
import { resultOf } from '../../src/discord/custom-ids/results.ts';
import type { InteractionOf } from '../../src/discord/interactions/interaction.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import { MemberError } from '../../src/errors.ts';
import { type Picture, TRAY_MAX } from '../../src/studio/tray.ts';
import { en } from '../../src/texts/en.ts';
import type { Command, CommandContext, InServer } from '../support/context.ts';
import { needConsent } from './consent.ts';
import type { WorkVerb } from './work-form.ts';
import { openWorkForm } from './work-on.ts';

/** What can be done with the pictures of any message, from its menu: a result of Easel's or what somebody posted. */

const words = en.studio.menu;

const workCommand = (name: string, verb: WorkVerb): Command => ({
  data: { type: ApplicationCommandType.Message, name, contexts: [0] },
  run: async (interaction, respond, context) =>
    openWorkForm(interaction, verb, picturesOf(interaction, context), respond, context),
});

export const changePicture = workCommand(words.change, 'change');
export const animatePicture = workCommand(words.animate, 'animate');

export const useAsSource: Command = {
  data: { type: ApplicationCommandType.Message, name: words.use, contexts: [0] },
  run: async (interaction, respond, context) => {
    const { texts, trays } = context;
    const { server, userId: memberId } = interaction;
    const pictures = picturesOf(interaction, context);
    await needConsent(interaction, pictures, context);
    const count = await trays.add({ guildId: server.guildId, memberId }, pictures);
    if (count === 'full') throw new MemberError(texts.studio.tray.full(TRAY_MAX));
    await respond.answer(privateText(texts.studio.tray.laid(count)));
  },
};

/** @throws MemberError where there are none. */
function picturesOf(interaction: InServer<InteractionOf<'command'>>, { texts }: CommandContext): Picture[] {
  const { channelId, target } = interaction;
  if (!target || target.pictureAddresses.length === 0) throw new MemberError(texts.studio.work.noPicture);
  const result = resultOf(target.customIds);
  const madeBy = result && { jobId: result.jobId, memberId: result.memberId, channelId, messageId: target.id };
  return target.pictureAddresses.slice(0, TRAY_MAX).map((address) => ({ address, ...(madeBy && { madeBy }) }));
}
