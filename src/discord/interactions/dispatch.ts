import type { Clock } from '../../clock.ts';
import { MemberError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { StoreError } from '../../store/store.ts';
import type { Texts } from '../../texts/en.ts';
import { createFairCount } from '../../turns/fair-count.ts';
import { privateText } from '../messages/components.ts';
import type { Button, Command, Form, InServer } from './command.ts';
import { parseCustomId } from './custom-ids.ts';
import { type Interaction, type InteractionFacts, type InteractionOf, parseInteraction } from './interaction.ts';
import type { Responder } from './responder.ts';

export interface DispatcherOptions<Context> {
  commands: readonly Command<Context>[];
  buttons: readonly Button<Context>[];
  forms?: readonly Form<Context>[];
  context: Context;
  respondTo: (interaction: Interaction) => Responder;
  /** How many interactions may be under way at once; past it members are told to come back in a moment. */
  underWayMax: number;
  clock: Clock;
  log: Log;
  texts: Texts;
  /** Easel is stopping: everybody is told to come back later. */
  stop: AbortSignal;
  /** Makes the id that a member can tell the operator. */
  faultId: () => string;
}

export interface Dispatcher {
  /** Takes a raw interaction; never rejects. */
  dispatch(raw: unknown): Promise<void>;
  /** To be called when Easel is stopping; resolves when those who came before are answered. */
  idle(): Promise<void>;
}

/**
 * Whoever has no answer after this is told that Easel is busy. Discord waits for 3 s, the way of the interaction to Easel and the
 * answer's way back included.
 */
const BUSY_AFTER_MS = 2_200;
/** Where what comes from outside servers is counted. */
const OUTSIDE_SERVERS = '';
/** Discord may deliver an interaction more than once, within its token's life. */
const SEEN_FOR_MS = 15 * 60_000;

/** The routine of every interaction: parse, find, guard, run, answer errors, log with its duration. */
export function createDispatcher<Context>(options: DispatcherOptions<Context>): Dispatcher {
  const { clock, context, log, stop, texts } = options;
  const commands = new Map(options.commands.map((command) => [command.data.name, command]));
  const buttons = new Map(options.buttons.map((button) => [button.action, button]));
  const forms = new Map((options.forms ?? []).map((form) => [form.action, form]));
  const seen = createSeen(clock);
  const underWay = new Set<Promise<void>>();
  const counted = createFairCount();

  const runCommand = async (interaction: InteractionOf<'command'>, respond: Responder): Promise<void> => {
    const command = commands.get(interaction.name);
    if (!command) throw new MemberError(texts.refusals.unknownCommand);
    await command.run(inServer(interaction, texts), respond, context);
  };

  const runButton = async (interaction: InteractionOf<'component'>, respond: Responder): Promise<void> => {
    const id = parseCustomId(interaction.customId);
    const button = id && buttons.get(id.action);
    if (!button) throw new MemberError(texts.refusals.unknownButton);
    await button.run(inServer(interaction, texts), id, respond, context);
  };

  const runForm = async (interaction: InteractionOf<'modal'>, respond: Responder): Promise<void> => {
    const id = parseCustomId(interaction.customId);
    const form = id && forms.get(id.action);
    if (!form) throw new MemberError(texts.refusals.unknownButton);
    await form.run(inServer(interaction, texts), id, respond, context);
  };

  const run = async (interaction: Interaction, respond: Responder): Promise<void> => {
    if (interaction.kind === 'autocomplete') {
      return respond.choices((await commands.get(interaction.name)?.suggest?.(interaction, context)) ?? []);
    }
    if (stop.aborted) throw new MemberError(texts.refusals.stopping);
    if (interaction.kind === 'modal') return runForm(interaction, respond);
    return interaction.kind === 'command' ? runCommand(interaction, respond) : runButton(interaction, respond);
  };

  /** What the member reads for an error; a fault of ours is logged under the id that they read. */
  const wordsFor = (error: unknown, facts: object): string => {
    if (error instanceof MemberError) return error.message;
    if (stop.aborted && !(error instanceof StoreError)) {
      log.warn({ ...facts, err: error }, 'an interaction was broken off by the stop');
      return texts.refusals.interrupted;
    }
    const faultId = options.faultId();
    log.error({ ...facts, faultId, err: error }, 'an interaction failed');
    return error instanceof StoreError ? texts.refusals.storeFailed : texts.refusals.fault(faultId);
  };

  const tell = async (interaction: Interaction, respond: Responder, words: string): Promise<void> => {
    if (interaction.kind === 'autocomplete') return;
    try {
      await respond.tell(privateText(words));
    } catch (error) {
      log.warn({ interaction: interaction.id, err: error }, 'a member could not be told why nothing else comes');
    }
  };

  /** Unless it has `ended` by then. */
  const sayBusyInTime = async (interaction: Interaction, respond: Responder, ended: AbortSignal): Promise<void> => {
    if (interaction.kind === 'autocomplete') return;
    await clock.sleep(BUSY_AFTER_MS, ended).catch(() => undefined);
    if (ended.aborted) return;
    try {
      const isSaid = await respond.sayBusy(privateText(texts.refusals.tooSlow));
      if (isSaid) log.warn(factsOf(interaction), 'an interaction takes long; the member is told that Easel is busy');
    } catch (error) {
      log.warn({ interaction: interaction.id, err: error }, 'a member could not be told that Easel is busy');
    }
  };

  const runAndTell = async (interaction: Interaction, respond: Responder, startedMs: number): Promise<void> => {
    const facts = factsOf(interaction);
    const ended = new AbortController();
    const busySaid = sayBusyInTime(interaction, respond, ended.signal);
    try {
      await run(interaction, respond);
      log.info({ ...facts, durationMs: clock.now() - startedMs }, 'interaction handled');
    } catch (error) {
      const words = wordsFor(error, facts);
      await tell(interaction, respond, words);
      if (error instanceof MemberError)
        log.info({ ...facts, durationMs: clock.now() - startedMs }, 'interaction refused');
    } finally {
      ended.abort();
      await busySaid;
    }
  };

  const handle = async (raw: unknown): Promise<void> => {
    const startedMs = clock.now();
    let interaction: Interaction | undefined;
    try {
      interaction = parseInteraction(raw, startedMs);
    } catch (error) {
      log.error({ err: error }, 'Discord sent an interaction of an unknown form');
      return;
    }
    if (!interaction || seen.before(interaction.id)) return;
    const respond = options.respondTo(interaction);
    const guildId = interaction.server?.guildId ?? OUTSIDE_SERVERS;
    if (!counted.hasRoom(guildId, 1, options.underWayMax)) {
      log.warn(factsOf(interaction), 'interaction refused: too many are under way');
      await tell(interaction, respond, texts.refusals.tooManyUnderWay);
      return;
    }
    counted.add(guildId, 1);
    await runAndTell(interaction, respond, startedMs).finally(() => counted.add(guildId, -1));
  };

  return {
    dispatch: (raw) => {
      const work = handle(raw).finally(() => underWay.delete(work));
      underWay.add(work);
      return work;
    },
    idle: async () => {
      await Promise.all(underWay);
    },
  };
}

function inServer<Facts extends InteractionFacts>(interaction: Facts, texts: Texts): InServer<Facts> {
  const { server, channelId } = interaction;
  if (!server || channelId === undefined) throw new MemberError(texts.refusals.outsideServer);
  return { ...interaction, server, channelId };
}

function factsOf(interaction: Interaction): object {
  const what = 'customId' in interaction ? interaction.customId.split(':')[0] : interaction.name;
  return { interaction: interaction.id, kind: interaction.kind, what, server: interaction.server?.guildId };
}

/** Remembers ids for as long as Discord might repeat them. */
function createSeen(clock: Clock): { before(id: string): boolean } {
  const seenAtMs = new Map<string, number>();
  return {
    before: (id) => {
      const now = clock.now();
      for (const [oldId, atMs] of seenAtMs) {
        if (atMs > now - SEEN_FOR_MS) break;
        seenAtMs.delete(oldId);
      }
      if (seenAtMs.has(id)) return true;
      seenAtMs.set(id, now);
      return false;
    },
  };
}
