import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** The list follows new messages while its end is this close. */
const NEAR_END_PX = 160;

/**
 * Keeps the end of the list in view while the reader is near it, also when messages change, pictures load or the window
 * resizes. Scrolling up stops this, and `isAway` is true until the reader returns.
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
    const onScroll = (): void => {
      // Growth moves the end away, and following moves it down. Neither counts as leaving.
      const isUpwards = element.scrollTop < lastTop;
      lastTop = element.scrollTop;
      if (gap() < NEAR_END_PX) follows.current = true;
      else if (isUpwards) follows.current = false;
      setAway(!follows.current);
    };
    const sizes = new ResizeObserver(() => {
      if (follows.current) element.scrollTop = element.scrollHeight;
      else setAway(gap() >= NEAR_END_PX);
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
