import type { ComponentChildren, JSX, TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Closes with Escape, and when the focus or a press goes elsewhere. */
export const Popover = ({
  onClose,
  children,
  class: className,
}: {
  onClose: () => void;
  children: ComponentChildren;
  class: string;
}): JSX.Element => {
  const own = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    const onPress = (event: Event): void => {
      if (event.target instanceof Node && !own.current?.parentElement?.contains(event.target)) onClose();
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      onClose();
      if (before instanceof HTMLElement) before.focus();
    };
    document.addEventListener('pointerdown', onPress);
    own.current?.addEventListener('keydown', onKey);
    own.current
      ?.querySelector<HTMLElement>('[aria-selected=true], [aria-checked=true], button, [role=option]')
      ?.focus();
    return () => {
      document.removeEventListener('pointerdown', onPress);
      // Whoever chose something with the keys goes on from where the list was opened.
      if (own.current?.contains(document.activeElement) && before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <div class={`popover ${className}`} ref={own}>
      {children}
    </div>
  );
};

/** Arrow keys, Home and End move among the items of a menu or list. */
export const moveFocus = (event: TargetedKeyboardEvent<HTMLElement>): void => {
  const items = [
    ...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem], [role=menuitemradio], [role=option]'),
  ];
  const at = items.findIndex((item) => item.isSameNode(document.activeElement));
  const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 };
  const next = moves[event.key];
  if (next === undefined) return;
  event.preventDefault();
  items.at(next % items.length)?.focus();
};
