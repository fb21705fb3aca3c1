import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { CommandInput } from './discord/people/inputs.ts';
import type { MessageView } from './discord/people/views.ts';
import { ids } from './discord/world/world-ids.ts';
import { mediaOf, textOf } from './message-reading.ts';
import { formatTime } from './page/text/times.ts';
import { openStage, type Stage } from './stage.ts';

export interface VisitOptions {
  /** Holds state during the visit. */
  folder: string;
  /** Gets the delivered files; emptied first. */
  outputFolder: string;
  say: (line: string) => void;
  /** The number of the bot's processes, on PostgreSQL. By default, one process on a file. */
  processes?: number | undefined;
}

/** Short, so that a visit takes less than a minute. */
const DURATIONS = {
  'image-model-a': { queueMs: 800, runMs: 2_000 },
  'image-model-b': { queueMs: 800, runMs: 2_500 },
  'omni-flash': { queueMs: 800, runMs: 4_000 },
};
/** A busy machine draws pictures slowly. Before this, nothing is wrong. */
const LONGEST_WAIT_MS = 120_000;

/**
 * Plays a member's visit: a picture, a picture from a source, a clip, a task that fails, and a bot that is killed
 * during a job. Prints what the member sees. Resolves with whether everything worked.
 */
export async function visit({ folder, outputFolder, say, processes }: VisitOptions): Promise<boolean> {
  await rm(outputFolder, { recursive: true, force: true });
  await mkdir(outputFolder, { recursive: true });
  const stage = await openStage({ folder, durations: DURATIONS, processes });
  try {
    say('Easel is starting, with a Discord and a generation service on this machine.');
    for (const bot of stage.bots) await bot.start();
    if (processes !== undefined) say(`It runs as ${processes} processes on PostgreSQL.`);
    const member = createVisitor(stage, outputFolder, say);
    const checks = await play(stage, member, say);
    say('');
    for (const [what, came] of checks) say(`${came ? 'yes' : 'NO '}  ${what}`);
    say(`The pictures and clips are in ${outputFolder}`);
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
  checks.push(['a picture from a prompt arrived', picture.files.length === 1 && picture.text.includes('Done')]);

  say('\n— A picture that builds on the first');
  const fromSource = await member.use({
    name: 'image',
    options: { prompt: 'the same lighthouse at night, with stars', model: 'image-model-b', aspect_ratio: '16:9' },
    attachments: picture.files.map((bytes) => ({ option: 'source', name: 'lighthouse.png', bytes })),
  });
  checks.push([
    'a picture from a source arrived',
    fromSource.files.length === 1 && fromSource.text.includes('from 1 picture'),
  ]);

  say('\n— A clip');
  const clip = await member.use({ name: 'video', options: { prompt: 'waves rolling in under a full moon' } });
  checks.push(['a clip arrived', clip.files.length === 1 && clip.contentTypes[0] === 'video/mp4']);

  say('\n— A picture that fails at the service');
  const failed = await member.use({ name: 'image', options: { prompt: 'something impossible #fail' } });
  checks.push([
    'the failure was explained, and its credits were returned',
    /Failed.*credits returned/.test(failed.text),
  ]);

  say('\n— The bot is killed while it makes a picture, then restarted');
  const survived = await member.use(
    { name: 'image', options: { prompt: 'a fox asleep in a snowy forest' } },
    async () => {
      const killed = stage.bots.find(({ state }) => state === 'running');
      await killed?.kill();
      say('  (the bot was killed)');
      await delay(1_000);
      await killed?.start();
      say('  (the bot is running again)');
    },
  );
  checks.push(['the picture arrived although the bot was killed', survived.files.length === 1]);

  say('\n— The server’s budget');
  const budget = await member.ask({ name: 'budget' });
  checks.push(['the budget holds no credits for unfinished tasks', /\b0 (credits )?held/.test(budget)]);
  const spent = stage.service.tasks().reduce((sum, task) => sum + task.chargedCredits - task.refundedCredits, 0);
  checks.push([
    `the server spent what the service charged, ${spent} credits`,
    budget.includes(`${spent} credits spent`),
  ]);
  checks.push(['each task was created once', stage.service.creates === 5]);
  return checks;
}

interface Outcome {
  text: string;
  files: Buffer[];
  contentTypes: (string | undefined)[];
}

interface Visitor {
  /** Types a command and watches its message until it ends. `meanwhile` runs once the service has the task. */
  use(input: Omit<CommandInput, 'channelId'>, meanwhile?: () => Promise<void>): Promise<Outcome>;
  /** Types a command and returns its first answer. */
  ask(input: Omit<CommandInput, 'channelId'>): Promise<string>;
}

function createVisitor(stage: Stage, outputFolder: string, say: (line: string) => void): Visitor {
  const person = stage.discord.as(ids.people.member);
  const channelId = ids.atelier.channels.gallery;
  let saved = 0;

  const sayMessage = (text: string): void => {
    for (const line of withoutMarkup(text).split('\n')) say(`  Easel | ${line}`);
    say('');
  };

  const begin = async (input: Omit<CommandInput, 'channelId'>): Promise<MessageView> => {
    const options = Object.entries(input.options ?? {}).map(([name, value]) => `${name}: ${value}`);
    const files = (input.attachments ?? []).map(({ option, name }) => `${option}: ${name}`);
    say(`  Mira  | ${[`/${input.name}`, input.subcommand, ...options, ...files].filter(Boolean).join(' ')}`);
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
        if (/\[(Again|Vary)/.test(text)) return { text, ...(await save(message)) };
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

/** Replaces Discord's markup by words. */
const withoutMarkup = (text: string): string =>
  text
    .replace(/<@\d+>/g, '@Mira')
    .replace(/<t:(\d+):(\w)>/g, (_, seconds, style) => formatTime(seconds * 1000, style, Date.now()))
    .replace(/^(?:-#|###) |\*\*/gm, '');

/** Resolves when something changes at Discord, or after half a second. */
async function nextChange({ discord }: Stage): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = discord.listen(() => resolve());
  const timer = setTimeout(resolve, 500);
  await promise;
  clearTimeout(timer);
  stop();
}
