import type { JSX } from 'preact';
import icon from '../icon.svg';
import { useSelected } from '../state/store.ts';
import { personOf } from '../state/world.ts';

/** A coloured disc with the first letter of a name. The bot has its own picture. */
export const Avatar = ({ userId, small = false }: { userId: string; small?: boolean }): JSX.Element => {
  const world = useSelected((state) => state.world);
  const person = personOf(world, userId);
  const size = small ? 'avatar small' : 'avatar';
  if (userId === world?.botUserId) return <img class={size} src={icon} alt="" />;
  return (
    <span class={size} style={{ '--own': person?.colour ?? '#808080' }} aria-hidden="true">
      {(person?.name ?? '?').slice(0, 1)}
    </span>
  );
};
