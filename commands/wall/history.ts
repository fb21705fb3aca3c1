import { ALL_WORKS } from '../../src/discord/custom-ids/controls.ts';
import { en } from '../../src/texts/en.ts';
import { defineCommand } from '../support/define.ts';
import { loadList } from './list.ts';

export const history = defineCommand({
  name: 'history',
  description: en.commands.history.description,
  guard: 'everyone',
  run: async (interaction, context) => {
    const { respond, channelId, guildId, server, userId } = interaction;
    const viewer = { channelId, guildId, server, userId, viewId: ALL_WORKS, filter: {} };
    await respond.answer(await loadList(viewer, { at: 'newest' }, context));
  },
});
