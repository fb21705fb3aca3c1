import type { JSX, TargetedKeyboardEvent } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon, IconButton } from '../parts/icon.tsx';
import type { Draft } from '../state/drafts.ts';
import { addOption, goOn, nextOption, setDraftAside } from './draft.ts';
import { ListBox } from './list-box.tsx';
import { OptionField } from './option-field.tsx';
import { sendDraft } from './send-draft.ts';
import { useSuggestions } from './suggestions.ts';

const LIST = 'option-values';

/** A command with a field for each of its options. Above it are the focused option's description and choices. */
export const CommandForm = ({ draft }: { draft: Draft }): JSX.Element => {
  const { entry, shown, errors } = draft;
  const [focused, setFocused] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const submit = useRef<HTMLButtonElement>(null);
  const option = entry.options.find(({ name }) => name === focused);
  const { list: suggestions, isOld } = useSuggestions(draft, option);
  const left = entry.options.filter(({ name }) => !shown.includes(name));
  useEffect(() => setActive(0), [focused, suggestions.length]);
  const goOnWithTab = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    if (event.key !== 'Tab' || event.shiftKey || !option || hasMoreToReach(event.target)) return;
    event.preventDefault();
    const next = nextOption(draft, option.name);
    if (next === undefined) submit.current?.focus();
    else goOn(option, next);
  };
  useLayoutEffect(() => {
    // A command without options has no field for the focus.
    if (draft.focus === '') submit.current?.focus();
  }, [draft.focus]);
  const choose = suggestions.length > 0 ? { list: suggestions, isOld, active, setActive, listId: LIST } : undefined;

  return (
    <form
      class="command-form"
      aria-label={`Command /${entry.title}`}
      onSubmit={(event) => {
        event.preventDefault();
        void sendDraft(draft);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        setDraftAside();
      }}
    >
      <div class="input-bar command-bar">
        <span class="command-pill">/{entry.title}</span>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the fields */}
        <span class="option-fields" onKeyDown={goOnWithTab}>
          {shown.map((name) => {
            const one = entry.options.find((candidate) => candidate.name === name);
            return (
              one && (
                <OptionField
                  key={name}
                  option={one}
                  draft={draft}
                  choose={name === focused ? choose : undefined}
                  onFocus={setFocused}
                />
              )
            );
          })}
        </span>
        <span class="bar-end">
          <button type="submit" ref={submit} class="plain send" aria-label={`Send /${entry.title}`}>
            <Icon name="send" />
          </button>
          <IconButton icon="close" label="Set the command aside" onClick={setDraftAside} />
        </span>
      </div>
      <div class="command-panel">
        <p class="panel-title">
          {option ? option.name : `/${entry.title}`}
          <span>{option ? option.description : entry.description}</span>
        </p>
        {option && errors[option.name] && (
          <p class="panel-error" role="alert">
            <Icon name="alert" />
            {errors[option.name]}
          </p>
        )}
        {choose && (
          <ListBox
            id={LIST}
            label={option?.name ?? ''}
            active={active}
            items={suggestions.map(({ item }) => item)}
            onChoose={(index) => suggestions[index]?.choose()}
          />
        )}
        {left.length > 0 && (
          <div class="more-options">
            <span>{shown.length === 0 ? 'Options' : 'More options'}</span>
            {left.map(({ name, description }) => (
              <button key={name} type="button" class="more-option" title={description} onClick={() => addOption(name)}>
                <Icon name="plus" />
                {name}
              </button>
            ))}
          </div>
        )}
      </div>
    </form>
  );
};

/** The button that removes a chosen file comes after the file. */
const hasMoreToReach = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('.file-button') && target.nextElementSibling !== null;
