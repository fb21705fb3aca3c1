import { Client, Events, MessageFlags } from 'discord.js';

/** The least that discord.js can do with a command: answer it. What Easel's answer is compared with. */
const client = new Client({ intents: [], rest: { api: String(process.env['DISCORD_API_URL']) } });
client.on(Events.InteractionCreate, async (interaction) => {
  if (interaction.isChatInputCommand())
    await interaction.reply({ content: 'Pending', flags: MessageFlags.SuppressEmbeds });
});
client.once(Events.ClientReady, () => process.stdout.write('ready\n'));
await client.login(process.env['DISCORD_TOKEN']);
