import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ids } from '../../discord/world/world-ids.ts';
import { findEntry, setDraftAside } from '../composer/draft.ts';
import type { Entry } from '../composer/entries.ts';
import { sendDraft } from '../composer/send-draft.ts';
import { commandsIn } from '../navigation/topic.tsx';
import { Icon, IconButton, type IconName } from '../parts/icon.tsx';
import { actBackstage, addNotice } from '../state/act.ts';
import { goTo } from '../state/live.ts';
import { getState, useSelected } from '../state/store.ts';
import { channelOf, guildOf, personOf, roleWordsOf, topicOf } from '../state/world.ts';

const PICTURE = 'a lighthouse in a storm, oil painting';
const CLIP = 'waves at sunset';
const CLOSED_KEY = 'easel-tour-is-closed';

/** The commands that the tour sends. Undefined where they aren't, and where the topic says what to try. */
export const useTour = (): { image: Entry; video: Entry } | undefined => {
  const topic = useSelected(({ world, channelId }) => topicOf(world, channelOf(world, channelId)));
  const commands = useSelected((state) => state.commands);
  const image = findEntry(commands, 'image');
  const video = findEntry(commands, 'video');
  const isToured = image && video && (topic === null || commandsIn(topic, commands).length === 0);
  return isToured ? { image, video } : undefined;
};

/** What to try first, above the messages; on phones, below them. */
export const Tour = (): JSX.Element | null => {
  const [isClosed, setClosed] = useState(localStorage.getItem(CLOSED_KEY) !== null);
  const world = useSelected((state) => state.world);
  const tour = useTour();
  if (isClosed || !tour) return null;
  const { image, video } = tour;
  const close = (): void => {
    localStorage.setItem(CLOSED_KEY, '');
    setClosed(true);
  };
  const workshop = world?.guilds.find(({ id }) => id === ids.workshop.guild);
  const first = workshop?.channels[0];
  return (
    <section class="tour" aria-label="What to try first">
      <Introduction />
      <div class="tour-cards">
        <Card icon="picture" title="Make a picture" about={PICTURE} onPress={() => make(image, PICTURE)} />
        <Card icon="bolt" title="Make a clip" about={CLIP} onPress={() => make(video, CLIP)} />
        {first && <Card icon="eye" title="Moderate" about={`in ${workshop.name}`} onPress={() => goTo(first.id)} />}
        <Card
          icon="alert"
          title="Kill the bot while it paints"
          about="the picture still comes"
          onPress={() => void killWhilePainting(image)}
        />
      </div>
      <IconButton icon="close" label="Close what to try first" onClick={close} />
    </section>
  );
};

const Card = (props: { icon: IconName; title: string; about: string; onPress: () => void }): JSX.Element => (
  <button type="button" class="tour-card" onClick={props.onPress}>
    <Icon name={props.icon} />
    <strong>{props.title}</strong>
    <span>{props.about}</span>
  </button>
);

/** What this page is, and who the visitor is. */
export const Introduction = (): JSX.Element => {
  const world = useSelected((state) => state.world);
  const personId = useSelected((state) => state.personId);
  const channelId = useSelected((state) => state.channelId);
  const role = world ? roleWordsOf(world, guildOf(world, channelId) ?? world.guilds[0], personId) : '';
  return (
    <p class="introduction">
      A copy of Discord on your own machine. Easel is the real bot, but the pictures come from this machine.
      <br />
      You are <strong>{personOf(world, personId)?.name}</strong> ({role}): become others at the bottom left, and break
      something <strong>Behind the scenes</strong>.
    </p>
  );
};

/** Sends a command with a prompt. What the visitor was typing is kept. */
const make = (entry: Entry, prompt: string): Promise<void> => {
  setDraftAside();
  return sendDraft({ entry, shown: ['prompt'], values: { prompt: { text: prompt } }, errors: {}, focus: null });
};

/** A request that has no task at the service by then was refused, or waits for someone. */
const TASK_LIMIT_MS = 20_000;
const LOOK_EVERY_MS = 100;
/** Long enough to see that the bot is gone. */
const GONE_MS = 3_000;

const pause = (durationMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, durationMs));

/** Lets the bot make a picture, and kills it when the service has the task. Starts it again a moment later. */
const killWhilePainting = async (image: Entry): Promise<void> => {
  const tasksOf = () => getState().backstage?.tasks ?? [];
  const before = tasksOf()[0]?.taskId;
  await make(image, PICTURE);
  for (let waitedMs = 0; tasksOf()[0]?.taskId === before; waitedMs += LOOK_EVERY_MS) {
    if (waitedMs >= TASK_LIMIT_MS) return;
    await pause(LOOK_EVERY_MS);
  }
  const { world, channelId, backstage } = getState();
  const server = guildOf(world, channelId)?.name ?? '';
  const serving = backstage?.bots.findIndex(({ guilds }) => guilds?.includes(server)) ?? -1;
  // A single process doesn't say which servers it has.
  const process = Math.max(0, serving);
  await actBackstage({ do: 'bot', to: 'kill', process });
  const text = 'You killed the bot while the service paints. It starts again in a moment, and the picture comes.';
  addNotice({ command: null, text, isFailure: false });
  await pause(GONE_MS);
  await actBackstage({ do: 'bot', to: 'start', process });
};
