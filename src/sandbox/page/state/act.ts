import type { Reply } from '../../playground/protocol.ts';
import { nowMs } from './now.ts';
import { change, getState, type Modal, type Notice } from './store.ts';

export type PageReply = Reply<Modal>;

/** A failure of the line to the playground's own server, which has ended or is being restarted. */
const UNREACHABLE = 'The playground cannot be reached. Is it still running?';

/** Does something as the person whose eyes one looks through. */
export const act = async (
  what: Record<string, unknown>,
  files: { field: string; file: File }[] = [],
): Promise<PageReply> => {
  const { personId, channelId, sends } = getState();
  if (what['do'] === 'command' || what['do'] === 'post') change({ sends: sends + 1 });
  const form = new FormData();
  form.set('payload', JSON.stringify({ as: personId, channelId, ...what }));
  for (const { field, file } of files) form.append(field, file, file.name);
  try {
    const answer = await fetch('/act', { method: 'POST', body: form });
    const body = await answer.json();
    // What somebody asked for stands at the end.
    if (answer.ok && body.answer === 'message') change({ sends: getState().sends + 1 });
    if (answer.ok) return body;
    return { ok: false, refusal: { reason: 'failed', message: String(body.message), field: null } };
  } catch {
    return { ok: false, refusal: { reason: 'unreachable', message: UNREACHABLE, field: null } };
  }
};

export const doWorks = async (what: Record<string, unknown>): Promise<void> => {
  const body = JSON.stringify(what);
  await fetch('/works', { method: 'POST', body, headers: { 'content-type': 'application/json' } }).catch(
    () => undefined,
  );
};

let lastNotice = 0;
/** Nobody scrolls up to older ones. */
const NOTICES_KEPT = 50;

export const addNotice = (about: Pick<Notice, 'command' | 'text' | 'isFailure'>): number => {
  const { notices, personId, channelId, messages } = getState();
  const id = ++lastNotice;
  const when = { atMs: nowMs(), afterId: messages?.at(-1)?.id ?? null };
  change({
    notices: [...notices, { ...about, ...when, id, personId, channelId: channelId ?? '' }].slice(-NOTICES_KEPT),
  });
  return id;
};

export const dropNotice = (id: number): void => change({ notices: getState().notices.filter((one) => one.id !== id) });

/** Shows what an interaction came to, where the message itself does not: a form, or that nobody answered. */
export const showReply = (reply: PageReply, command: string | null = null): void => {
  const notice = { command, isFailure: true };
  if (!reply.ok) addNotice({ ...notice, text: reply.refusal.message });
  else if (reply.answer === 'no-answer') addNotice({ ...notice, text: reply.text });
  else if (reply.answer === 'modal') change({ modal: reply.modal });
};
