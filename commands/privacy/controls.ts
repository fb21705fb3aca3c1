import { privacyIds } from '../../src/discord/custom-ids/controls.ts';
import { privateText } from '../../src/discord/messages/components.ts';
import type { Context, ServerInteraction } from '../support/context.ts';
import { defineButtons } from '../support/define.ts';
import { runWithin } from '../support/member-bounds.ts';
import { completeWithFile } from '../support/text-file.ts';
import { keptWords, renderQuestion, renderServerQuestion } from './view.ts';

export const privacyButton = defineButtons(privacyIds, 'owner', {
  file: (interaction, _, context) => sendKept(interaction, context),
  ask: async ({ respond, userId }, { where }, { texts }) => {
    await respond.answer(renderQuestion(userId, where, texts));
  },
  yes: async ({ guildId, respond, userId: memberId }, { where }, { privacy, texts: { privacy: words } }) =>
    runWithin(privacy.bound, memberId, words.tooOften, async () => {
      await respond.acknowledge();
      const { erased, servers } = await privacy.erase(memberId, where === 'all' ? undefined : guildId);
      const done = where === 'all' ? words.forgottenIn(servers, privacy.isWhole) : words.forgotten;
      await respond.complete(privateText(erased === 'erased' ? done : `${done} ${words.later}`));
    }),
  server: {
    guard: 'manager',
    run: async ({ respond, userId }, _, { texts }) => {
      await respond.answer(renderServerQuestion(userId, texts));
    },
  },
  eraseServer: {
    guard: 'manager',
    run: async ({ guildId, respond, userId }, _, { privacy, texts: { privacy: words } }) =>
      runWithin(privacy.bound, userId, words.tooOften, async () => {
        await respond.acknowledge();
        await respond.complete(privateText(words.server.outcomes[await privacy.eraseServer(guildId)]));
      }),
  },
});

/** What is kept about a member, as sentences and as a file. */
async function sendKept(
  { guildId, respond, userId: memberId }: ServerInteraction,
  { clock, privacy, texts }: Context,
): Promise<void> {
  await runWithin(privacy.bound, memberId, texts.privacy.tooOften, async () => {
    await respond.deferPrivately();
    const kept = await privacy.keptAbout({ guildId, memberId });
    if (kept.kinds.length === 0) return respond.complete(privateText(keptWords(kept, texts)));
    const day = new Date(clock.now()).toISOString().slice(0, 10);
    const text = `${JSON.stringify({ server: guildId, member: memberId, ...kept }, undefined, 2)}\n`;
    const file = { name: `easel-keeps-${day}.json`, mimeType: 'application/json', text };
    await completeWithFile(respond, keptWords(kept, texts), file);
  });
}
