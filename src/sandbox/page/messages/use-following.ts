import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** So close to its end, the list follows what comes. */
const NEAR_END_PX = 160;

/**
 * Keeps the end in view while one is near it: also when messages change, pictures arrive or the window does. Only whoever
 * scrolls up leaves it; `isAway` until they come back.
 */
export const useFollowing = (
  scroller: { current: HTMLElement | null },
  content: { current: HTMLElement | null },
  /** Changes of these go to the end, wherever one was. */
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
      // What grows moves the end away, and what follows it moves down: neither is leaving it.
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
