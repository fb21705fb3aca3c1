import { act, addNotice, dropNotice, showReply } from '../state/act.ts';
import type { Draft } from '../state/drafts.ts';
import { change, getState } from '../state/store.ts';
import { dropDraft, emptyValue, openDraft, setErrors } from './draft.ts';
import { checkOption } from './option-values.ts';

/** A command that is answered faster than this needs no "Sending". */
const SHOW_SENDING_AFTER_MS = 300;

/** Checks a command as Discord's client does, and sends it. */
export const sendDraft = async (draft: Draft): Promise<void> => {
  const options: Record<string, string | number | boolean> = {};
  const files: { field: string; file: File }[] = [];
  const errors: Record<string, string> = {};
  for (const option of draft.entry.options) {
    const checked = checkOption(option, draft.values[option.name] ?? emptyValue);
    if (checked === 'left out') continue;
    if ('error' in checked) errors[option.name] = checked.error;
    else if ('file' in checked) files.push({ field: option.name, file: checked.file });
    else options[option.name] = checked.value;
  }
  if (Object.keys(errors).length > 0) {
    setErrors(errors);
    return;
  }
  dropDraft(draft);
  const { title, name, group, subcommand } = draft.entry;
  const command = `/${title}`;
  const sending = setTimeout(() => {
    notice = addNotice({ command, text: 'Sending command…', isFailure: false });
  }, SHOW_SENDING_AFTER_MS);
  let notice: number | undefined;
  const reply = await act({ do: 'command', name, group, subcommand, options }, files);
  clearTimeout(sending);
  if (notice !== undefined) dropNotice(notice);
  const field = reply.ok ? null : reply.refusal.field;
  if (!reply.ok && field !== null && getState().draft === null) {
    // Opens the same command again, so that only the wrong part has to be changed.
    openDraft(draft.entry);
    change({ draft: { ...draft, errors: { [field]: reply.refusal.message }, focus: field } });
    return;
  }
  showReply(reply, command);
};
