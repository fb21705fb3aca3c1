import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { CommandInput } from './discord/people/inputs.ts';
import type { MessageView } from './discord/people/views.ts';
import { ids } from './discord/world/world.ts';
import { mediaOf, textOf } from './message-reading.ts';
import { openStage, type Stage } from './stage.ts';

export interface VisitOptions {
  /** Where state is kept while it plays. */
  folder: string;
  /** Where the delivered files go; emptied first. */
  outputFolder: string;
  say: (line: string) => void;
  /** Of the bot, on a PostgreSQL; one on a file where it is left out. */
  processes?: number | undefined;
}

/** Short ones: a visit takes less than a minute. */
const DURATIONS = {
  'image-model-a': { queueMs: 800, runMs: 2_000 },
  'image-model-b': { queueMs: 800, runMs: 2_500 },
  'omni-flash': { queueMs: 800, runMs: 4_000 },
};
/** A busy machine draws pictures slowly; nothing is wrong before this. */
const LONGEST_WAIT_MS = 120_000;

/**
 * Plays a member's visit on the sandbox: a picture, a picture from a source, a clip, a task that fails, and a bot that
 * is killed in the middle of a job. Says what the member sees, line by line. Resolves with whether all came true.
 */
export async function visit({ folder, outputFolder, say, processes }: VisitOptions): Promise<boolean> {
  await rm(outputFolder, { recursive: true, force: true });
  await mkdir(outputFolder, { recursive: true });
  const stage = await openStage({ folder, durations: DURATIONS, processes });
  try {
    say('Easel starts, on a Discord and a service of this machine.');
    for (const bot of stage.bots) await bot.start();
    if (processes !== undefined) say(`It is ${processes} processes on a PostgreSQL.`);
    const member = createVisitor(stage, outputFolder, say);
    const checks = await play(stage, member, say);
    say('');
    for (const [what, came] of checks) say(`${came ? 'yes' : 'NO '}  ${what}`);
    say(`The delivered files are in ${outputFolder}`);
    return checks.every(([, came]) => came);
  } finally {
    await stage.close();
  }
}

type Check = readonly [what: string, cameTrue: boolean];

async function play(stage: Stage, member: Visitor, say: (line: string) => void): Promise<Check[]> {
  const checks: Check[] = [];

  say('\n— A picture');
  const picture = await member.use({ name: 'image', options: { prompt: 'a lighthouse above the sea at sunset' } });
  checks.push(['a picture from words', picture.files.length === 1 && picture.text.includes('Done')]);

  say('\n— A picture from that picture');
  const fromSource = await member.use({
    name: 'image',
    options: { prompt: 'the same lighthouse at night, with stars', model: 'image-model-b', aspect_ratio: '16:9' },
    attachments: picture.files.map((bytes) => ({ option: 'source', name: 'lighthouse.png', bytes })),
  });
  checks.push(['a picture from a source', fromSource.files.length === 1 && fromSource.text.includes('from 1 picture')]);

  say('\n— A clip');
  const clip = await member.use({ name: 'video', options: { prompt: 'waves rolling in under a full moon' } });
  checks.push(['a clip', clip.files.length === 1 && clip.contentTypes[0] === 'video/mp4']);

  say('\n— A task that the service fails');
  const failed = await member.use({ name: 'image', options: { prompt: 'something impossible #fail' } });
  checks.push(['a failure in plain words, its credits returned', /Failed.*credits returned/.test(failed.text)]);

  say('\n— The bot is killed in the middle of a job, and started again');
  const survived = await member.use(
    { name: 'image', options: { prompt: 'a fox asleep in a snowy forest' } },
    async () => {
      const killed = stage.bots.find(({ state }) => state === 'running');
      await killed?.kill();
      say('  (the bot is gone)');
      await delay(1_000);
      await killed?.start();
      say('  (the bot is back)');
    },
  );
  checks.push(['the picture of a bot that was killed meanwhile', survived.files.length === 1]);

  say('\n— What the server has left');
  const budget = await member.ask({ name: 'budget', subcommand: 'show' });
  checks.push(['a budget that holds nothing any more', /\b0 (credits )?held/.test(budget)]);
  const spent = stage.service.tasks().reduce((sum, task) => sum + task.chargedCredits - task.refundedCredits, 0);
  checks.push([
    `the server spent what the service charged, ${spent} credits`,
    budget.includes(`${spent} credits spent`),
  ]);
  checks.push(['every task created once', stage.service.creates === 5]);
  return checks;
}

interface Outcome {
  text: string;
  files: Buffer[];
  contentTypes: (string | undefined)[];
}

interface Visitor {
  /** Types a command and watches its message until it is done. `meanwhile` runs when the service has the task. */
  use(input: Omit<CommandInput, 'channelId'>, meanwhile?: () => Promise<void>): Promise<Outcome>;
  /** Types a command and reads its first answer. */
  ask(input: Omit<CommandInput, 'channelId'>): Promise<string>;
}

function createVisitor(stage: Stage, outputFolder: string, say: (line: string) => void): Visitor {
  const person = stage.discord.as(ids.people.member);
  const channelId = ids.atelier.channels.gallery;
  let saved = 0;

  const sayMessage = (text: string): void => {
    for (const line of text.split('\n')) say(`  Easel | ${line}`);
    say('');
  };

  const begin = async (input: Omit<CommandInput, 'channelId'>): Promise<MessageView> => {
    const options = Object.entries(input.options ?? {}).map(([name, value]) => `${name}: ${value}`);
    const files = (input.attachments ?? []).map(({ option, name }) => `${option}: ${name}`);
    say(`  Mira  | /${input.name} ${[...options, ...files].join('  ')}`);
    const answer = await (await person.command({ ...input, channelId })).answer;
    if (answer.kind !== 'message') throw new Error(`the bot answered with ${answer.kind}`);
    return answer.message;
  };

  const save = async (message: MessageView): Promise<Pick<Outcome, 'files' | 'contentTypes'>> => {
    const media = mediaOf(message);
    const files: Buffer[] = [];
    for (const { url } of media) {
      const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
      saved += 1;
      const name = `${saved}-${new URL(url).pathname.split('/').at(-1)}`;
      await writeFile(join(outputFolder, name), bytes);
      say(`  (saved ${name}, ${Math.round(bytes.length / 1000)} kB)`);
      files.push(bytes);
    }
    return { files, contentTypes: media.map(({ contentType }) => contentType) };
  };

  return {
    ask: async (input) => {
      const text = textOf(await begin(input));
      sayMessage(text);
      return text;
    },
    use: async (input, meanwhile) => {
      const first = await begin(input);
      let interlude = meanwhile;
      let lastText = '';
      const giveUpAtMs = Date.now() + LONGEST_WAIT_MS;
      for (;;) {
        const message = person.messages(channelId).find(({ id }) => id === first.id) ?? first;
        const text = textOf(message);
        if (text !== lastText) sayMessage(text);
        lastText = text;
        if (text.includes('[Again]')) return { text, ...(await save(message)) };
        if (interlude && /In the service’s queue|In progress/.test(text)) {
          await interlude();
          interlude = undefined;
        }
        if (Date.now() > giveUpAtMs) return { text, files: [], contentTypes: [] };
        await nextChange(stage);
      }
    },
  };
}

/** Resolves when something changes on Discord, or after a little while. */
async function nextChange({ discord }: Stage): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = discord.on('change', () => resolve());
  const timer = setTimeout(resolve, 500);
  await promise;
  clearTimeout(timer);
  stop();
}
