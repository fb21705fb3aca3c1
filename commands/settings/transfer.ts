import type { SourceAttachment } from '../../src/discord/interactions/interaction.ts';
import { MemberError } from '../../src/discord/interactions/member-error.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import { changesBetween } from '../../src/moderation/settings/setting-changes.ts';
import { SETTINGS } from '../../src/moderation/settings/setting-rows.ts';
import { type ModerationSettings, settingsSchema } from '../../src/moderation/settings/settings.ts';
import type { Context, Needs, ServerInteraction } from '../support/context.ts';
import { completeWithFile } from '../support/text-file.ts';
import { findPublicChannel, postingChannelsIn, save } from './saving.ts';

/** Room for four lists of 200 lines, and much more than everything else. */
const FILE_MAX_BYTES = 200_000;

export async function exportSettings(
  { respond, guildId }: ServerInteraction,
  { moderation, texts }: Context,
): Promise<void> {
  await respond.deferPrivately();
  const { settings } = await moderation.settings.of(guildId);
  await completeWithFile(respond, texts.moderation.settings.exported, {
    name: `easel-settings-${guildId}.json`,
    mimeType: 'application/json',
    text: `${JSON.stringify(settings, null, 2)}\n`,
  });
}

/** Applies a file as a whole: a single fault changes nothing. */
export async function importSettings(
  interaction: ServerInteraction,
  file: SourceAttachment,
  context: Context,
): Promise<void> {
  const words = context.texts.moderation.settings;
  if (file.size > FILE_MAX_BYTES) throw new MemberError(words.importTooLarge);
  await interaction.respond.deferPrivately();
  const text = await context.discord.readAttachment(file.url, FILE_MAX_BYTES);
  if (text === undefined) throw new MemberError(words.importUnreadable);
  const parsed = settingsSchema.safeParse(jsonOf(text));
  if (!parsed.success) {
    const where = parsed.error.issues[0]?.path.map(String).join('.') ?? '';
    throw new MemberError(words.importBad(where.slice(0, 100)));
  }
  const { data } = parsed;
  const { respond, guildId } = interaction;
  const before = (await context.moderation.settings.of(guildId)).settings;
  await requireOwnIds(guildId, before, data, context);
  const open = await findPublicChannel(guildId, postingChannelsIn(changesBetween(before, data)), context);
  if (open) throw new MemberError(words.importPublicChannel(open.channelId));
  const byId = interaction.userId;
  const saved = await save({ guildId, byId, action: 'settings imported', apply: () => data }, context);
  const said = saved?.said === undefined ? '' : `\n${saved.said}`;
  await respond.complete(privateText(saved ? `${words.imported}${said}` : words.importedSame));
}

/**
 * Refuses a file that names roles or channels which this server doesn't have, because no one would notice that they have no
 * effect. @throws MemberError
 */
async function requireOwnIds(
  guildId: string,
  before: ModerationSettings,
  after: ModerationSettings,
  { discord, texts }: Needs<'discord' | 'texts'>,
): Promise<void> {
  const words = texts.moderation.settings;
  const named = SETTINGS.flatMap(({ key, facts, of }) => {
    const known = [of(before)].flat();
    const isRole = facts.kind === 'roles';
    if (!isRole && facts.kind !== 'channels') return [];
    const added = [of(after)].flat().filter((id) => !known.includes(id));
    return added.map((id) => ({ id: String(id), key, isRole }));
  });
  if (named.length === 0) return;
  const facts = await discord.setupFacts(guildId);
  if (!facts) throw new MemberError(words.importUnchecked);
  const ownIds = new Set([guildId, ...facts.roles.map(({ id }) => id), ...facts.channels.map(({ id }) => id)]);
  for (const { id, key, isRole } of named) {
    if (ownIds.has(id)) continue;
    // Discord's list of channels has no threads.
    const isThread = !isRole && (await discord.channels.find(id))?.guildId === guildId;
    if (!isThread) throw new MemberError(words.importElsewhere(id, key, isRole ? 'role' : 'channel'));
  }
}

/** Undefined if the text isn't JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
