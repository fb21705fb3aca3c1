import type { APISelectMenuComponent } from 'discord-api-types/v10';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { act, showReply } from '../state/act.ts';
import type { Message } from '../state/store.ts';
import { chosenAtFirst, SelectList } from './select-list.tsx';

/** A menu of a message: a single choice is sent at once, several with a button. */
export const Select = ({ part, message }: { part: APISelectMenuComponent; message: Message }): JSX.Element => {
  const [values, setValues] = useState(() => chosenAtFirst(part));
  const [isChanged, setChanged] = useState(false);
  const isSingle = (part.max_values ?? 1) === 1;
  const send = async (chosen: string[]): Promise<void> => {
    setChanged(false);
    const where = { channelId: message.channel_id, messageId: message.id, customId: part.custom_id };
    showReply(await act({ do: 'select', ...where, values: chosen }), { messageId: message.id });
  };
  const choose = (chosen: string[]): void => {
    setValues(chosen);
    setChanged(!isSingle);
    if (isSingle) void send(chosen);
  };
  return (
    <div class="select-row">
      <SelectList part={part} values={values} onChoose={choose} />
      {isChanged && values.length >= (part.min_values ?? 1) && (
        <button type="button" class="button primary" onClick={() => void send(values)}>
          Choose
        </button>
      )}
    </div>
  );
};
