import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** The list follows new messages while its end is this close. */
const NEAR_END_PX = 160;
/** Below this, nothing is further down. Browsers round positions. */
const AT_END_PX = 2;

/**
 * Keeps the end of the list in view while the reader is near it, also when messages change, pictures load or the window
 * resizes. Scrolling up stops this, and `isAway` is true until the reader is back at the very end: what says so takes room
 * from the list, and its going must not move the list under a finger.
 */
export const useFollowing = (
  scroller: { current: HTMLElement | null },
  content: { current: HTMLElement | null },
  /** A change of these scrolls to the end. */
  moves: unknown[],
): { isAway: boolean; toEnd: () => void } => {
  const follows = useRef(true);
  const [isAway, setAway] = useState(false);
  const toEnd = (): void => {
    follows.current = true;
    setAway(false);
    if (scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight;
  };
  useLayoutEffect(() => {
    const element = scroller.current;
    const inner = content.current;
    if (!element || !inner) return undefined;
    let lastTop = element.scrollTop;
    const gap = (): number => element.scrollHeight - element.scrollTop - element.clientHeight;
    const look = (): void => setAway((wasAway) => gap() >= (wasAway ? AT_END_PX : NEAR_END_PX));
    const onScroll = (): void => {
      // Growth moves the end away, and following moves it down. Neither counts as leaving.
      const isUpwards = element.scrollTop < lastTop;
      lastTop = element.scrollTop;
      if (gap() < NEAR_END_PX) follows.current = true;
      else if (isUpwards) follows.current = false;
      look();
    };
    const sizes = new ResizeObserver(() => {
      if (follows.current) element.scrollTop = element.scrollHeight;
      else look();
    });
    sizes.observe(element);
    sizes.observe(inner);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, []);
  useEffect(toEnd, moves);
  return { isAway, toEnd };
};
