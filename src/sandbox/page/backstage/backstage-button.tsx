import type { ComponentChildren, JSX } from 'preact';
import { actBackstage } from '../state/act.ts';

/** A small button that does something behind the scenes. */
export const BackstageButton = (props: {
  what: Parameters<typeof actBackstage>[0];
  label?: string;
  danger?: boolean;
  children: ComponentChildren;
}): JSX.Element => (
  <button
    type="button"
    class={`button small ${props.danger ? 'danger' : 'secondary'}`}
    aria-label={props.label}
    onClick={() => void actBackstage(props.what)}
  >
    {props.children}
  </button>
);
