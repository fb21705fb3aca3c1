import type { ComponentChildren, JSX, TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** A box that closes on Escape, or after a press elsewhere. It opens upwards if there is more room. */
export const Popover = (props: { onClose: () => void; children: ComponentChildren; class: string }): JSX.Element => {
  const { onClose, children } = props;
  const own = useRef<HTMLDivElement>(null);
  // The listeners live as long as the box, and what closing does may change.
  const close = useRef(onClose);
  close.current = onClose;
  const [isUpwards, setUpwards] = useState(false);
  // Runs before the focus moves into the box, which would scroll to it.
  useLayoutEffect(() => setUpwards(own.current !== null && hasMoreRoomAbove(own.current)), []);
  useLayoutEffect(() => {
    const before = document.activeElement;
    const isElsewhere = ({ target }: Event): boolean =>
      target instanceof Node && !own.current?.parentElement?.contains(target);
    // A finger that scrolls doesn't click. The press that opened the box still does. Closing earlier than at the click
    // would move what lies below, so that the click would press something else.
    let isPressed = false;
    const onDown = (event: Event): void => {
      isPressed = isElsewhere(event);
    };
    const onClick = (event: Event): void => {
      if (isPressed && isElsewhere(event)) close.current();
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      // Keeps a surrounding form open.
      event.preventDefault();
      close.current();
      if (before instanceof HTMLElement) before.focus();
    };
    document.addEventListener('pointerdown', onDown);
    document.addEventListener('click', onClick);
    own.current?.addEventListener('keydown', onKey);
    own.current
      ?.querySelector<HTMLElement>('[aria-selected=true], [aria-checked=true], button, [role=option]')
      ?.focus({ preventScroll: true });
    return () => {
      document.removeEventListener('pointerdown', onDown);
      document.removeEventListener('click', onClick);
      // After a choice by keyboard, the focus returns to what opened the list.
      if (own.current?.contains(document.activeElement) && before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <div class={`popover ${props.class} ${isUpwards ? 'upwards' : ''}`} ref={own}>
      {children}
    </div>
  );
};

/** Whether the box doesn't fit below what opened it and has more room above. */
const hasMoreRoomAbove = (own: HTMLElement): boolean => {
  const anchor = own.parentElement?.getBoundingClientRect();
  const around = own.closest('.messages, dialog')?.getBoundingClientRect();
  if (!anchor) return false;
  const [top, bottom] = [Math.max(0, around?.top ?? 0), Math.min(innerHeight, around?.bottom ?? innerHeight)];
  const below = bottom - anchor.bottom;
  return own.offsetHeight > below && anchor.top - top > below;
};

/** Arrow keys, Home and End move between the items of a menu or list. */
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
