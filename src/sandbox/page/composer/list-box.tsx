import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

export interface ListItem {
  key: string;
  name: string;
  about?: string;
}

/** The list above the input. Keys go to the input, which names the active line. */
export const ListBox = (props: {
  id: string;
  label: string;
  items: ListItem[];
  active: number;
  onChoose: (index: number) => void;
}): JSX.Element => {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [props.active, props.items.length]);
  return (
    <div
      class="list-box"
      role="listbox"
      id={props.id}
      aria-label={props.label}
      tabIndex={0}
      ref={list}
      // Keeps the focus in the input. A finger that scrolls causes no such event.
      onMouseDown={(event) => event.preventDefault()}
    >
      {props.items.map(({ key, name, about }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys go to the input
        <div
          key={key}
          id={`${props.id}-${index}`}
          role="option"
          tabIndex={-1}
          class="option"
          aria-selected={index === props.active}
          // Not before the finger has left: what lies below would get the rest of the tap.
          onClick={() => props.onChoose(index)}
        >
          <span class="option-name">{name}</span>
          {about && <span class="option-about">{about}</span>}
        </div>
      ))}
    </div>
  );
};

/** The active line after a key; undefined for other keys. */
export const nextActive = (key: string, active: number, count: number): number | undefined => {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (active + 1) % count;
  if (key === 'ArrowUp') return (active - 1 + count) % count;
  return undefined;
};
