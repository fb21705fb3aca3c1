import type { ComponentChildren, JSX } from 'preact';
import { doWorks } from '../state/act.ts';

/** A small button that does something behind the scenes. */
export const WorksButton = (props: {
  what: Parameters<typeof doWorks>[0];
  label?: string;
  danger?: boolean;
  children: ComponentChildren;
}): JSX.Element => (
  <button
    type="button"
    class={`button small ${props.danger ? 'danger' : 'secondary'}`}
    aria-label={props.label}
    onClick={() => void doWorks(props.what)}
  >
    {props.children}
  </button>
);
