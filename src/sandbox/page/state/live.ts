import type { APIMessageComponent } from 'discord-api-types/v10';
import { ids } from '../../discord/world/world-ids.ts';
import type { Watch } from '../../playground/acts/acts.ts';
import type { Push, WorldView } from '../../playground/protocol.ts';
import { leaveDraft } from '../composer/draft.ts';
import type { Command } from '../composer/entries.ts';
import { addNotice } from './act.ts';
import { keepAddresses } from './addresses.ts';
import { change, getState, type Message } from './store.ts';
import { channelOf } from './world.ts';

const RECONNECT_MS = 1000;
/** Mira, a plain member, is the first person. */
const FIRST_PERSON = ids.people.member;

let socket: WebSocket | undefined;

/** Connects, and reconnects if the connection is lost. */
export const connect = (): void => {
  const address = new URL('/live', location.href);
  address.protocol = 'ws:';
  const opened = new WebSocket(address);
  socket = opened;
  opened.onopen = () => {
    change({ connection: 'open' });
    writeAddress('replace');
    tellWatch();
  };
  opened.onmessage = ({ data }) => receive(String(data));
  opened.onclose = () => {
    change({ connection: 'lost' });
    setTimeout(connect, RECONNECT_MS);
  };
};

const inAddress = (): Watch & { isBackstageOpen: boolean } => {
  const parameters = new URLSearchParams(location.hash.slice(1));
  return {
    personId: parameters.get('as') ?? FIRST_PERSON,
    channelId: parameters.get('in'),
    isBackstageOpen: parameters.get('backstage') === 'open',
  };
};

/** The address holds the person and the channel, so that a reload and Back work. */
export const readAddress = (): void => {
  change(inAddress());
  addEventListener('popstate', () => {
    const { isBackstageOpen, ...watch } = inAddress();
    change({ isBackstageOpen });
    move(watch, 'replace');
  });
};

const writeAddress = (how: 'push' | 'replace'): void => {
  const { personId, channelId, isBackstageOpen } = getState();
  const parameters = new URLSearchParams({ as: personId, ...(channelId === null ? {} : { in: channelId }) });
  if (isBackstageOpen) parameters.set('backstage', 'open');
  history[`${how}State`](null, '', `#${parameters}`);
};

const tellWatch = (): void => {
  const { personId, channelId } = getState();
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ personId, channelId }));
};

/** The server sends what is visible there, and an unsent draft opens again. */
const move = (to: Partial<Watch>, how: 'push' | 'replace'): void => {
  const before = getState();
  const { personId, channelId } = { ...before, ...to };
  if (personId === before.personId && channelId === before.channelId) return;
  leaveDraft();
  change({ personId, channelId, messages: null, commands: [], modal: null, openPicture: null, replyTo: null });
  // Nothing counts as seen before the first activity arrives.
  if (getState().seen[personId]) markSeen();
  writeAddress(how);
  tellWatch();
};

export const goTo = (channelId: string): void => {
  change({ isSidebarOpen: false });
  move({ channelId }, 'push');
};

/** How long to wait for a channel's messages before giving up. */
const LONGEST_WAIT_MS = 2000;
const LOOK_EVERY_MS = 50;

/** Scrolls to a message in any channel, and focuses it. */
export const goToMessage = async (channelId: string, messageId: string): Promise<void> => {
  if (getState().channelId !== channelId) goTo(channelId);
  for (let waitedMs = 0; waitedMs < LONGEST_WAIT_MS; waitedMs += LOOK_EVERY_MS) {
    const element = document.getElementById(`message-${messageId}`);
    if (element) {
      element.scrollIntoView({ block: 'center' });
      element.focus();
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
};

export const become = (personId: string): void => move({ personId }, 'push');

export const openBackstage = (isBackstageOpen: boolean): void => {
  change({ isBackstageOpen });
  writeAddress('replace');
};

const receive = (text: string): void => {
  const push: Push<Message, Command> = JSON.parse(text);
  const { personId, channelId } = getState();
  if ('personId' in push && push.personId !== personId) return;
  if ('channelId' in push && push.channelId !== channelId) return;
  switch (push.kind) {
    case 'world':
      change({ world: keepAddresses(push.world) });
      leaveHiddenChannel(push.world);
      return;
    case 'activity':
      change({ latest: push.latest, pinged: push.pinged });
      markSeen();
      return;
    case 'messages':
      announce(push.messages);
      change({ messages: keepAddresses(push.messages) });
      return;
    case 'commands':
      change({ commands: push.commands });
      return;
    case 'backstage':
      change({ backstage: push.backstage });
      return;
  }
};

/** Opens another channel if the person can't see the current one. */
const leaveHiddenChannel = (world: WorldView): void => {
  const { channelId } = getState();
  if (channelOf(world, channelId)) return;
  const channels = world.guilds[0]?.channels ?? world.direct;
  const next = channels.find(({ name }) => name === 'gallery') ?? channels[0];
  if (next) move({ channelId: next.id }, 'replace');
};

/** The newest message when the page opened. Messages before it count as seen by everyone. */
let newestAtFirst: bigint | undefined;

/** Marks the open channel as seen. */
const markSeen = (): void => {
  const { seen, personId, channelId, latest } = getState();
  const here = channelId === null ? {} : { [channelId]: latest[channelId] ?? '' };
  change({ seen: { ...seen, [personId]: { ...(seen[personId] ?? seenAtFirst(latest)), ...here } } });
};

/** For a person who is looked through for the first time, messages since the page opened are new. */
const seenAtFirst = (latest: Record<string, string>): Record<string, string> => {
  const newest = Object.values(latest).reduce((most, id) => (BigInt(id) > most ? BigInt(id) : most), 0n);
  newestAtFirst ??= newest;
  const before = newestAtFirst;
  return Object.fromEntries(Object.entries(latest).filter(([, id]) => BigInt(id) <= before));
};

/** Announces a new message by its author, and finished pictures. The words are in the log next to it. */
const announce = (messages: Message[]): void => {
  const before = getState().messages;
  if (!before) return;
  const filesBefore = new Map(before.map((message) => [message.id, filesIn(message)]));
  const done = messages.find((message) => filesIn(message) > (filesBefore.get(message.id) ?? 0));
  const newest = messages.at(-1);
  if (done) {
    change({
      resultAnnouncement: `A result is done: ${done.author.global_name ?? done.author.username}’s message has it`,
    });
    explainPainter(done);
  } else if (newest && !filesBefore.has(newest.id)) {
    change({ announcement: `New message from ${newest.author.global_name ?? newest.author.username}` });
  }
};

/** How many pictures and clips a message shows. */
const filesIn = ({ components = [] }: Message): number => {
  const count = (part: APIMessageComponent): number => {
    if (part.type === 12) return part.items.length;
    return 'components' in part ? part.components.reduce((sum, one) => sum + count(one), 0) : 0;
  };
  return components.reduce((sum, part) => sum + count(part), 0);
};

let isPainterExplained = false;

/** Says once, below a picture that left something out, what the painter can draw. */
const explainPainter = (message: Message): void => {
  const { backstage } = getState();
  const words = JSON.stringify(message.components);
  const task = backstage?.tasks.find(({ ignored, request }) => ignored !== null && words.includes(request.prompt));
  if (isPainterExplained || !backstage || !task) return;
  isPainterExplained = true;
  const known = new Intl.ListFormat('en').format(backstage.paintedSubjects);
  const text = `This machine’s painter doesn’t know “${task.ignored}”. It paints landscapes with: ${known}.`;
  addNotice({ command: null, text, isFailure: false });
};
