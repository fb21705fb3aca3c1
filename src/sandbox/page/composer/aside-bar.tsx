import type { JSX } from 'preact';
import { Icon } from '../parts/icon.tsx';
import { draftHere } from '../state/drafts.ts';
import { useSelected } from '../state/store.ts';
import { fetchDraft } from './draft.ts';

/** The command that was put aside here, to go on with. */
export const AsideBar = (): JSX.Element | null => {
  const command = useSelected((state) => draftHere(state).command);
  if (!command) return null;
  const words = Object.values(command.values).find(({ text }) => text.trim() !== '')?.text ?? '';
  return (
    <p class="aside-bar">
      <button type="button" class="aside-button" title="Ctrl+Z" onClick={fetchDraft}>
        <Icon name="reply" />
        <span>
          Go on with <strong>/{command.entry.title}</strong> {words}
        </span>
      </button>
    </p>
  );
};
