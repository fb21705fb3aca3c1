import { act, addNotice, dropNotice, showReply } from '../state/act.ts';
import { type Draft, unsentHere } from '../state/drafts.ts';
import { getState } from '../state/store.ts';
import { changeUnsent, dropDraft, emptyValue, valuesOf } from './draft.ts';

/** A command that is answered faster than this needs no "Sending". */
const SHOW_SENDING_AFTER_MS = 300;

/** Sends a command. If Discord's client wouldn't send it, opens it again with the complaint at its field. */
export const sendDraft = async (draft: Draft): Promise<void> => {
  const { title, name, group, subcommand, options } = draft.entry;
  const files = options.flatMap((option) => {
    const { file } = draft.values[option.name] ?? emptyValue;
    return file ? [{ field: option.name, file }] : [];
  });
  dropDraft(draft);
  const command = `/${title}`;
  const sending = setTimeout(() => {
    notice = addNotice({ command, text: 'Sending command…', isFailure: false });
  }, SHOW_SENDING_AFTER_MS);
  let notice: number | undefined;
  const reply = await act({ do: 'command', name, group, subcommand, options: valuesOf(draft) }, files);
  clearTimeout(sending);
  if (notice !== undefined) dropNotice(notice);
  const field = reply.ok ? null : reply.refusal.field;
  if (!reply.ok && field !== null && unsentHere(getState()).open === null) {
    const errors = { [field]: reply.refusal.message };
    changeUnsent(() => ({ open: { ...draft, errors, focus: field } }));
    return;
  }
  showReply(reply, command);
};
