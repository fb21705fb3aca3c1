import { resultOf, saveStyleIds } from '../../src/discord/custom-ids/controls.ts';
import type { InteractionOf } from '../../src/discord/interactions/interaction.ts';
import { button, privateText } from '../../src/discord/messages/components.ts';
import { requestFactsOf } from '../../src/discord/messages/job-message.ts';
import { quoteWithin } from '../../src/discord/messages/prompt-text.ts';
import { MemberError } from '../../src/errors.ts';
import { costCreditsOf } from '../../src/jobs/job.ts';
import { jobIdOf } from '../../src/jobs/job-id.ts';
import type { Origin } from '../../src/jobs/origins.ts';
import { type Picture, TRAY_MAX } from '../../src/studio/tray.ts';
import { en } from '../../src/texts/en.ts';
import { checkPicture } from '../generate/validation.ts';
import type { CommandContext, InServer } from '../support/context.ts';
import { defineMenuCommand } from '../support/define.ts';
import { needReadable } from '../support/work-access.ts';
import { needConsent, originsOf } from './consent.ts';
import type { WorkVerb } from './work-form.ts';
import { openWorkForm } from './work-on.ts';

/** The commands in the menu of any message with pictures, by Easel or by anyone else. */

const words = en.studio.menu;

const workCommand = (name: string, verb: WorkVerb) =>
  defineMenuCommand({ name }, 'everyone', async (interaction, respond, context) =>
    openWorkForm(interaction, verb, picturesOf(interaction, context), respond, context),
  );

export const changePicture = workCommand(words.change, 'change');
export const animatePicture = workCommand(words.animate, 'animate');

export const useAsSource = defineMenuCommand({ name: words.use }, 'everyone', async (interaction, respond, context) => {
  const { texts } = context;
  const { trays } = context.studio;
  const { server, userId: memberId } = interaction;
  const pictures = picturesOf(interaction, context);
  await needConsent(interaction, originsOf(pictures), context);
  const count = await trays.add({ guildId: server.guildId, memberId }, pictures);
  if (count === 'full') throw new MemberError(texts.studio.tray.full(TRAY_MAX));
  await respond.answer(privateText(texts.studio.tray.laid(count)));
});

/** @throws MemberError where there are none, or one that cannot be used. */
function picturesOf(interaction: InServer<InteractionOf<'command'>>, context: CommandContext): Picture[] {
  const { texts } = context;
  const { channelId, target } = interaction;
  if (!target || target.pictures.length === 0) throw new MemberError(texts.studio.work.noPicture);
  const of: Origin = { ...authorOf(target), channelId, messageId: target.id };
  return target.pictures.slice(0, TRAY_MAX).map((picture) => {
    checkPicture(picture, context);
    return { address: picture.url, of };
  });
}

type Target = NonNullable<InteractionOf<'command'>['target']>;

/** Of an author whom Discord does not name nothing is known, as of an app. */
function authorOf({ author, customIds, id }: Target): Pick<Origin, 'kind' | 'id' | 'memberId'> {
  const result = resultOf(customIds);
  if (result) return { kind: 'result', id: result.jobId, memberId: result.memberId };
  return { kind: author?.isMember ? 'upload' : 'app', id: jobIdOf(id), memberId: author?.id ?? '' };
}

/** The longest quotation, next to the facts; Discord allows 4,000 characters of text in one message. */
const QUOTE_CHARACTERS = 3_000;

/** Everything that made a result, privately, from the menu of its message. */
export const whatMadeThis = defineMenuCommand(
  { name: en.studio.menu.what },
  'everyone',
  async (interaction, respond, context) => {
    const { texts } = context;
    const words = texts.studio.made;
    const { guildId } = interaction.server;
    const result = resultOf(interaction.target?.customIds);
    if (!result) throw new MemberError(words.notOurs);
    const { job, prompt } = await needReadable(interaction, result, context);
    const { request, tasks } = job;
    const facts = requestFactsOf(request, guildId, texts);
    const costCredits = tasks.reduce((sum, task) => sum + (costCreditsOf(task) ?? 0), 0);
    const lines = [
      words.by(result.memberId),
      prompt === undefined ? words.promptHidden : quoteWithin(prompt, QUOTE_CHARACTERS).quote,
      `-# ${facts} · ${texts.job.charged(costCredits)}`,
    ];
    const save = button(saveStyleIds.of(result.memberId, { jobId: result.jobId }), texts.studio.menu.saveStyle);
    await respond.answer(privateText(lines.join('\n'), [save]));
  },
);
