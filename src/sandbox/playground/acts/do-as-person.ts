import { LRUCache } from 'lru-cache';
import type { FileInput } from '../../discord/people/inputs.ts';
import { NoAnswerError, type PersonActions } from '../../discord/people/person.ts';
import { ClientRefusal } from '../../discord/people/refusal.ts';
import type { Answer, InteractionHandle, ModalView } from '../../discord/people/views.ts';
import type { DiscordSandbox } from '../../discord/sandbox.ts';
import type { Reply } from '../protocol.ts';
import type { PersonAct } from './acts.ts';

/** A file of a form, and its option. */
export type NamedFile = FileInput & { field: string };

/** Opened forms that can still be sent. Older ones are closed. */
const KEPT_MODALS = 50;

/** Acts as a person at Discord's client, and reports what the person sees. */
export class PersonActs {
  readonly #discord: DiscordSandbox;
  readonly #modals = new LRUCache<string, ModalView>({ max: KEPT_MODALS });

  constructor(discord: DiscordSandbox) {
    this.#discord = discord;
  }

  async do(act: PersonAct, files: NamedFile[]): Promise<Reply<ModalView>> {
    try {
      return await this.#do(this.#discord.as(act.as), act, files);
    } catch (error) {
      if (error instanceof ClientRefusal) {
        const { message, field = null } = error;
        return { ok: false, refusal: { message, field } };
      }
      if (error instanceof NoAnswerError) return { ok: true, answer: 'no-answer', text: error.message };
      throw error;
    }
  }

  async #do(person: PersonActions, act: PersonAct, files: NamedFile[]): Promise<Reply<ModalView>> {
    switch (act.do) {
      case 'command': {
        const attachments = files.map(({ field, ...file }) => ({ ...file, option: field }));
        return this.#reply(await person.command({ ...act, attachments }));
      }
      case 'autocomplete':
        return { ok: true, answer: 'choices', choices: await person.autocomplete(act) };
      case 'menu':
        return this.#reply(await person.contextMenu(act));
      case 'press':
        return this.#reply(await person.press(act));
      case 'select':
        return this.#reply(await person.select(act));
      case 'modal': {
        const modal = this.#modals.get(act.interactionId);
        if (!modal) throw new ClientRefusal('unknown-modal', 'This form is no longer open');
        return this.#reply(await person.submitModal({ modal, values: act.values }));
      }
      case 'post':
        await person.post({ ...act, attachments: files });
        return { ok: true, answer: 'done' };
      case 'delete':
        await person.deleteMessage(act);
        return { ok: true, answer: 'done' };
    }
  }

  async #reply(handle: InteractionHandle): Promise<Reply<ModalView>> {
    const answer = await handle.answer;
    if (answer.kind === 'modal') this.#modals.set(answer.modal.interactionId, answer.modal);
    return replyOf(answer);
  }
}

const replyOf = (answer: Answer): Reply<ModalView> => {
  if (answer.kind === 'modal') return { ok: true, answer: 'modal', modal: answer.modal };
  if (answer.kind === 'no-answer') return { ok: true, answer: 'no-answer', text: answer.text };
  return { ok: true, answer: answer.kind === 'message' || answer.kind === 'deferred' ? 'message' : 'done' };
};
