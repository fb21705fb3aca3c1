import { randomBytes } from 'node:crypto';
import { InteractionType } from 'discord-api-types/v10';
import type { Callback } from './checks/callbacks.ts';
import { refusals } from './errors.ts';
import { interactionLimits } from './limits.ts';
import type { Answer } from './people/views.ts';
import type { Core } from './state/core.ts';
import type { StoredInteraction } from './state/state.ts';

interface Waiting {
  resolve: (answer: Answer) => void;
  timer: AbortController;
}

export type InteractionRequest = Omit<StoredInteraction, 'id' | 'token' | 'createdAt' | 'answeredWith' | 'originalId'>;

/** Like Discord's own, a token contains its interaction's id in base64. */
const newToken = (id: string): string =>
  Buffer.from(`interaction:${id}:${randomBytes(48).toString('hex')}`).toString('base64url');
const idIn = (token: string): string => Buffer.from(token, 'base64url').toString().split(':')[1] ?? '';

/** Interactions from dispatch to first answer, and their tokens after that. */
export class Interactions {
  readonly #core: Core;
  readonly #waiting = new Map<string, Waiting>();

  constructor(core: Core) {
    this.#core = core;
  }

  /** Registers an interaction. `answer` resolves with the bot's first, or after three seconds without one. */
  open(request: InteractionRequest): { interaction: StoredInteraction; answer: Promise<Answer> } {
    const { clock, state } = this.#core;
    const id = this.#core.nextId();
    const interaction: StoredInteraction = {
      ...request,
      id,
      token: newToken(id),
      createdAt: clock.now(),
      answeredWith: null,
      originalId: null,
    };
    state.interactions[id] = interaction;
    const timer = new AbortController();
    const answer = new Promise<Answer>((resolve) => this.#waiting.set(id, { resolve, timer }));
    clock.sleep(interactionLimits.firstAnswerMs, timer.signal).then(
      () => this.#finish(interaction, { kind: 'no-answer', text: 'The application did not respond' }),
      () => undefined, // answered in time, or the sandbox stopped
    );
    return { interaction, answer };
  }

  /** @throws DiscordRefusal 404 code 10062 (unknown or too late), 400 code 40060 (already answered) */
  toAnswer(id: string, token: string): StoredInteraction {
    const interaction = this.#byToken(token);
    if (interaction?.id !== id) throw refusals.unknownInteraction();
    this.checkOpen(interaction);
    return interaction;
  }

  checkOpen(interaction: StoredInteraction): void {
    if (interaction.answeredWith !== null) throw refusals.alreadyAnswered();
    if (this.#ageMs(interaction) >= interactionLimits.firstAnswerMs) throw refusals.unknownInteraction();
  }

  /**
   * The interaction whose token is used as a webhook.
   * @throws DiscordRefusal 401 code 50027 (unknown or expired), 404 code 10015 (not answered with a message yet)
   */
  ofWebhook(applicationId: string, token: string): StoredInteraction {
    const interaction = this.#byToken(token);
    if (applicationId !== this.#core.state.world.application.id) throw refusals.unknownWebhook();
    if (!interaction || this.#ageMs(interaction) >= interactionLimits.tokenLifeMs) {
      throw refusals.invalidWebhookToken();
    }
    const { answeredWith, type } = interaction;
    if (answeredWith === null || type === InteractionType.ApplicationCommandAutocomplete)
      throw refusals.unknownWebhook();
    return interaction;
  }

  answer(interaction: StoredInteraction, callback: Callback, answer: Answer, originalId: string | null): void {
    interaction.answeredWith = callback.type;
    interaction.originalId = originalId;
    this.#finish(interaction, answer);
  }

  /** Abandons everything that waits, without an answer. */
  stop(): void {
    for (const { timer } of this.#waiting.values()) timer.abort();
    this.#waiting.clear();
  }

  #byToken(token: string): StoredInteraction | undefined {
    const interaction = this.#core.state.interactions[idIn(token)];
    return interaction?.token === token ? interaction : undefined;
  }

  #finish(interaction: StoredInteraction, answer: Answer): void {
    const waiting = this.#waiting.get(interaction.id);
    this.#waiting.delete(interaction.id);
    waiting?.timer.abort();
    waiting?.resolve(answer);
  }

  #ageMs({ createdAt }: StoredInteraction): number {
    return this.#core.clock.now() - createdAt;
  }
}
