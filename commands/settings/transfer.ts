import { ComponentType } from 'discord.js';
import { z } from 'zod';
import { privateText, textDisplay } from '../../src/discord/messages/components.ts';
import { messageBody } from '../../src/discord/rest/message-body.ts';
import { MemberError } from '../../src/errors.ts';
import { ONE_CHANNEL_FIELDS, settingsSchema } from '../../src/moderation/settings/settings.ts';
import type { Subcommand } from '../support/subcommands.ts';
import { saveSettings } from './controls.ts';
import { refuseEveryone } from './everyone.ts';
import { greet, isPublicDesk, refuseElsewhere } from './greeting.ts';

/** Four lists of two hundred lines, and the rest many times over. */
const FILE_MAX_BYTES = 200_000;

export const exportSettings: Subcommand = async ({ server }, respond, { moderation, texts }) => {
  await respond.deferPrivately();
  const { settings } = await moderation.settings.of(server.guildId);
  const filename = `easel-settings-${server.guildId}.json`;
  const bytes = new TextEncoder().encode(`${JSON.stringify(settings, null, 2)}\n`);
  await respond.complete(
    messageBody(
      [
        textDisplay(texts.moderation.settings.exported),
        { type: ComponentType.File, file: { url: `attachment://${filename}` } },
      ],
      { ephemeral: true, attachments: [{ id: '0', filename }] },
    ),
    [{ name: filename, mimeType: 'application/json', bytes }],
  );
};

/** Takes a file only as a whole: one fault, and nothing is changed. */
export const importSettings: Subcommand = async (interaction, respond, context) => {
  const words = context.texts.moderation.settings;
  const file = interaction.attachments['file'];
  if (!file || file.size > FILE_MAX_BYTES) throw new MemberError(words.importTooLarge);
  await respond.deferPrivately();
  const text = await context.readAttachment(file.url, FILE_MAX_BYTES);
  if (text === undefined) throw new MemberError(words.importUnreadable);
  const parsed = z
    .string()
    .transform((json, issues) => {
      try {
        return JSON.parse(json) as unknown;
      } catch {
        issues.addIssue('not JSON');
        return z.NEVER;
      }
    })
    .pipe(settingsSchema)
    .safeParse(text);
  if (!parsed.success) {
    const where = parsed.error.issues[0]?.path.map(String).join('.') ?? '';
    throw new MemberError(words.importBad(where.replaceAll('`', 'ˋ').slice(0, 100)));
  }
  const { data } = parsed;
  const { guildId } = interaction.server;
  const before = (await context.moderation.settings.of(guildId)).settings;
  refuseEveryone(guildId, before, data, words);
  const taken = ONE_CHANNEL_FIELDS.flatMap((field) => {
    const id = data[field];
    return id !== null && id !== before[field] ? [{ guildId, id, field }] : [];
  });
  for (const one of taken) await refuseElsewhere(one, context);
  for (const one of taken) {
    if (await isPublicDesk(one, context)) throw new MemberError(words.importPublicDesk(one.id));
  }
  for (const one of taken) await greet(one, context);
  const saved = await saveSettings(guildId, interaction.userId, () => data, context, 'settings imported');
  await respond.complete(privateText(saved ? words.imported : words.importedSame));
  await saved?.note();
};
