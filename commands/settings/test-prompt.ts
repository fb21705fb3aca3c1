import { settingsIds } from '../../src/discord/custom-ids/controls.ts';
import { channelIdsOf } from '../../src/discord/interactions/interaction.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import { refusalWords } from '../../src/discord/messages/refusal-words.ts';
import type { Refusal, WaitReason } from '../../src/moderation/admission/refusal.ts';
import type { Verdict } from '../../src/moderation/admission/verdict.ts';
import { modelIdsOf } from '../../src/task-api/models.ts';
import type { Texts } from '../../src/texts/en.ts';
import { isAgeRestricted } from '../generate/request.ts';
import { checkPrompt, countTasks } from '../generate/validation.ts';
import type { Context, FormInteraction, Needs } from '../support/context.ts';
import { channelField, type FormData, selectedIn, textField, typedIn } from '../support/form-fields.ts';
import { chosenOf } from '../support/options.ts';

/** Any picture: the word lists don't look at it. */
const ANY_PICTURE = { kind: 'upload' as const, id: '', ownerId: 'nobody', use: { picture: '' } };

export function testForm(memberId: string, { defaults, texts }: Needs<'defaults' | 'texts'>): FormData {
  const words = texts.moderation.settings.test;
  return {
    custom_id: settingsIds.of(memberId, { verb: 'test' }),
    title: words.title,
    components: [
      textField('prompt', words.prompt, { most: defaults.promptMaxCharacters, isLong: true }),
      channelField('channel', words.channel, { about: words.channelAbout, isRequired: false }),
    ],
  };
}

/** A dry run: what would happen to an ordinary member's request with this prompt. Nothing is counted, sent or kept. */
export async function testPrompt(interaction: FormInteraction, context: Context): Promise<void> {
  const { respond, guildId, server, channelId } = interaction;
  const { defaults, discord, moderation, texts } = context;
  const other = selectedIn(interaction, 'channel')[0];
  const isHere = other === undefined || other === channelId;
  const rules = await context.rules();
  const { modelIds, ratios, roleIds, trustedRoleIds, moderatorRoleIds } = rules.settings;
  const prompt = typedIn(interaction, 'prompt');
  checkPrompt(prompt, context);
  const allowed = [...modelIdsOf('image'), ...modelIdsOf('video')].find((id) => modelIds.includes(id));
  const modelId = allowed ?? defaults.modelId.image;
  const { isVaried } = countTasks({ modelId, prompt }, 1, texts);
  // An ordinary member just has a role that may ask; if possible one that isn't trusted.
  const roleId = roleIds.find((id) => ![...trustedRoleIds, ...moderatorRoleIds].includes(id)) ?? roleIds[0];
  const facts = {
    guildId,
    memberId: 'nobody',
    request: { modelId, prompt, isVaried, ...chosenOf({ aspectRatio: ratios[0] }), sources: [], spoiler: false },
    roleIds: roleId === undefined ? [] : [roleId],
    isModerator: roleId !== undefined && moderatorRoleIds.includes(roleId),
    channelIds: isHere ? channelIdsOf(channelId, server.parentChannelId) : await discord.channels.idsOf(other),
    ageRestricted: isHere
      ? await isAgeRestricted(server, context)
      : ((await discord.channels.isAgeRestricted(other)) ?? false),
  };
  const verdict = await moderation.admission.judge(facts, 'ask', rules);
  const lines = [describe(verdict, texts)];
  if (verdict.verdict !== 'refuse') {
    const request = { ...facts.request, sources: [ANY_PICTURE] };
    const edited = await moderation.admission.judge({ ...facts, request }, 'edit', rules);
    if (edited.verdict === 'refuse' && edited.refusal.reason === 'floor')
      lines.push(texts.moderation.settings.test.withPicture(edited.refusal.entry));
  }
  await respond.answer(privateText(lines.join('\n')));
}

function describe(verdict: Verdict, texts: Texts): string {
  const words = texts.moderation.settings.test;
  const entryOf = (why: WaitReason) => (why.reason === 'words' ? why.entry : undefined);
  const because = (entry: string | undefined): string[] => (entry === undefined ? [] : [words.entry(entry)]);
  const hintOf = (refusal: Refusal): string[] => {
    if (refusal.reason === 'unread') return [words.unread];
    if (refusal.reason === 'floor') return [words.floor(refusal.entry)];
    return because('entry' in refusal ? refusal.entry : undefined);
  };
  switch (verdict.verdict) {
    case 'allow':
      return words.before.nobody;
    case 'ask':
      return [
        words.before[verdict.gates.before],
        ...words.after[verdict.gates.after],
        ...because(entryOf(verdict.why)),
      ].join('\n');
    case 'refuse': {
      const { refusal } = verdict;
      return [words.refuse(refusalWords(refusal, texts)), ...hintOf(refusal)].join('\n');
    }
  }
}
