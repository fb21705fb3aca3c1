import { channelIdsOf } from '../../src/discord/interactions/interaction.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import { refusalWords } from '../../src/discord/messages/refusal-words.ts';
import type { Refusal } from '../../src/moderation/admission/refusal.ts';
import type { RequestFacts, Verdict } from '../../src/moderation/admission/verdict.ts';
import type { ModerationSettings } from '../../src/moderation/settings/settings.ts';
import { type ModelId, modelIdsOf } from '../../src/task-api/models.ts';
import type { Texts } from '../../src/texts/en.ts';
import { isAgeRestricted } from '../generate/request-in-channel.ts';
import { checkPrompt, countTasks } from '../generate/validation.ts';
import type { Subcommand } from '../support/context.ts';
import { textOf } from '../support/options.ts';

/** A dry run: what would happen to an ordinary member's request with this prompt. Nothing is counted, sent or kept. */
export const testPrompt: Subcommand = async (interaction, context) => {
  const { respond, guildId, server, channelId } = interaction;
  const other = textOf(interaction, 'channel');
  const isHere = other === undefined || other === channelId;
  const rules = await context.rules();
  const { settings } = rules;
  const prompt = (textOf(interaction, 'prompt') ?? '').trim();
  checkPrompt(prompt, context);
  const { request: chosen, ...member } = ordinaryMember(settings, context.defaults.modelId.image);
  const { isVaried } = countTasks({ ...chosen, prompt }, 1, context.texts);
  const { channels } = context.discord;
  const ageRestricted = isHere
    ? await isAgeRestricted(server, context)
    : ((await channels.isAgeRestricted(other)) ?? false);
  const facts = {
    ...member,
    guildId,
    memberId: 'nobody',
    request: { ...chosen, prompt, isVaried, sourceUrls: [] },
    channelIds: isHere ? channelIdsOf(channelId, server.parentChannelId) : await channels.idsOf(other),
    ageRestricted,
  };
  const { admission } = context.moderation;
  const verdict = await admission.judge(facts, 'ask', rules);
  const withPicture = { ...facts, request: { ...facts.request, sourceUrls: [ANY_PICTURE] } };
  const floorLine =
    verdict.verdict === 'refuse' ? undefined : floorLineOf(await admission.judge(withPicture, 'edit', rules));
  const more = floorLine === undefined ? [] : [context.texts.moderation.settings.test.withPicture(floorLine)];
  await respond.answer(privateText([describe(verdict, context.texts), ...more].join('\n')));
};

function floorLineOf(verdict: Verdict): string | undefined {
  return verdict.verdict === 'refuse' && verdict.refusal.reason === 'floor' ? verdict.refusal.entry : undefined;
}

/** Any picture: the word lists don't look at it. */
const ANY_PICTURE = 'https://cdn.discordapp.com/';

/** The request of a member who just has a role that may ask; if possible one that isn't trusted. */
function ordinaryMember(
  { modelIds, ratios, roleIds, trustedRoleIds, moderatorRoleIds }: ModerationSettings,
  defaultModelId: ModelId,
): Pick<RequestFacts, 'roleIds' | 'isModerator'> & {
  request: Pick<RequestFacts['request'], 'modelId' | 'aspectRatio'>;
} {
  const allowed = [...modelIdsOf('image'), ...modelIdsOf('video')].find((id) => modelIds.includes(id));
  const modelId = allowed ?? defaultModelId;
  const roleId = roleIds.find((id) => ![...trustedRoleIds, ...moderatorRoleIds].includes(id)) ?? roleIds[0];
  return {
    request: { modelId, ...(ratios[0] === undefined ? {} : { aspectRatio: ratios[0] }) },
    roleIds: roleId === undefined ? [] : [roleId],
    isModerator: roleId !== undefined && moderatorRoleIds.includes(roleId),
  };
}

function describe(verdict: Verdict, texts: Texts): string {
  const words = texts.moderation.settings.test;
  const because = (entry: string | undefined): string[] => (entry === undefined ? [] : [words.entry(entry)]);
  const hintOf = (refusal: Refusal): string[] => {
    if (refusal.reason === 'unread') return [words.unread];
    if (refusal.reason === 'floor') return [words.floor(refusal.entry)];
    return because('entry' in refusal ? refusal.entry : undefined);
  };
  switch (verdict.verdict) {
    case 'allow':
      return words.allow;
    case 'ask':
      return [words.before[verdict.gates.before], ...words.after[verdict.gates.after], ...because(verdict.entry)].join(
        '\n',
      );
    case 'refuse': {
      const { refusal } = verdict;
      return [words.refuse(refusalWords(refusal, texts)), ...hintOf(refusal)].join('\n');
    }
  }
}
