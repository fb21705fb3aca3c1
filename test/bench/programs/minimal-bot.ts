import { setTimeout as delay } from 'node:timers/promises';
import { KeyvSqlite } from '@keyv/sqlite';
import { ApplicationCommandOptionType, Client, Events, MessageFlags } from 'discord.js';
import { Keyv } from 'keyv';
import { z } from 'zod';

/**
 * The least that discord.js can do with a command: answer it. With `STORE_FILE`, first writes a record of a job's size
 * to the disk. With `TASK_API_URL`, makes the picture too. Easel is compared with it.
 */

const { DISCORD_API_URL, DISCORD_TOKEN, STORE_FILE, TASK_API_URL } = process.env;
const RECORD = 'x'.repeat(1_000);
/** Suits pictures that take three seconds. */
const POLLS_AFTER_MS = [2_000, 1_500];
const HEADERS = { authorization: 'Bearer sk-sandbox', 'content-type': 'application/json' };
const PROMPT_OPTION = { name: 'prompt', description: 'A prompt', type: ApplicationCommandOptionType.String } as const;

async function openStore(path: string): Promise<Keyv<string>> {
  const adapter = new KeyvSqlite(`sqlite://${path}`);
  await adapter.query('PRAGMA journal_mode = WAL');
  await adapter.query('PRAGMA synchronous = FULL');
  return new Keyv<string>(adapter);
}

const taskSchema = z.object({ data: z.object({ task_id: z.string(), image_url: z.string().nullish() }) });

async function call(method: 'GET' | 'POST', path: string, body: string | null): Promise<z.output<typeof taskSchema>> {
  const answer = await fetch(`${TASK_API_URL}/api/v1/tasks/${path}`, { method, headers: HEADERS, body });
  return taskSchema.parse(await answer.json());
}

async function makePicture(prompt: string): Promise<Buffer> {
  const { data } = await call('POST', 'create', JSON.stringify({ model_id: 'image-model-a', prompt }));
  let address: string | null | undefined;
  for (const afterMs of POLLS_AFTER_MS) {
    await delay(afterMs);
    address = (await call('GET', data.task_id, null)).data.image_url;
  }
  return Buffer.from(await (await fetch(String(address))).arrayBuffer());
}

const store = STORE_FILE === undefined ? undefined : await openStore(STORE_FILE);
const client = new Client({ intents: [], rest: { api: String(DISCORD_API_URL) } });
client.on(Events.InteractionCreate, async (interaction) => {
  if (!interaction.isChatInputCommand()) return;
  await store?.set(interaction.id, RECORD);
  await interaction.reply({ content: 'Pending', flags: MessageFlags.SuppressEmbeds });
  if (TASK_API_URL === undefined) return;
  const attachment = await makePicture(interaction.options.getString('prompt') ?? '');
  await interaction.editReply({ content: '', files: [{ attachment, name: 'picture.png' }] });
});
client.once(Events.ClientReady, async ({ application }) => {
  await application.commands.set([{ name: 'image', description: 'A picture', options: [PROMPT_OPTION] }]);
  process.stdout.write('{"msg":"the minimal bot is ready"}\n');
});
await client.login(DISCORD_TOKEN);
