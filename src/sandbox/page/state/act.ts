import type { Reply } from '../../playground/protocol.ts';
import { change, getState, type Modal, type Notice } from './store.ts';

export type PageReply = Reply<Modal>;

/** Shown when the playground's own server has ended or restarts. */
const UNREACHABLE = 'The playground can’t be reached. Is it still running?';

/** Does something as the current person. */
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
    // Scrolls to the answer.
    if (answer.ok && body.answer === 'message') change({ sends: getState().sends + 1 });
    if (answer.ok) return body;
    return { ok: false, refusal: { message: String(body.message), field: null } };
  } catch {
    return { ok: false, refusal: { message: UNREACHABLE, field: null } };
  }
};

export const actBackstage = async (what: Record<string, unknown>): Promise<void> => {
  const body = JSON.stringify(what);
  await fetch('/backstage', { method: 'POST', body, headers: { 'content-type': 'application/json' } }).catch(
    () => undefined,
  );
};

let lastNotice = 0;
/** Older notices are dropped. */
const NOTICES_KEPT = 50;

export const addNotice = (about: Pick<Notice, 'command' | 'text' | 'isFailure'>): number => {
  const { notices, personId, channelId, messages, nowMs } = getState();
  const id = ++lastNotice;
  const when = { atMs: nowMs, afterId: messages?.at(-1)?.id ?? null };
  change({
    notices: [...notices, { ...about, ...when, id, personId, channelId: channelId ?? '' }].slice(-NOTICES_KEPT),
  });
  return id;
};

export const dropNotice = (id: number): void => change({ notices: getState().notices.filter((one) => one.id !== id) });

/** Shows the part of a reply that no message shows: a form, or that there was no answer. */
export const showReply = (reply: PageReply, command: string | null = null): void => {
  const notice = { command, isFailure: true };
  if (!reply.ok) addNotice({ ...notice, text: reply.refusal.message });
  else if (reply.answer === 'no-answer') addNotice({ ...notice, text: reply.text });
  else if (reply.answer === 'modal') change({ modal: reply.modal });
};
