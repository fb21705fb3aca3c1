import type { Clock } from '../../clock.ts';
import { createLane, type Next } from '../../engine/lane.ts';
import type { Log } from '../../log.ts';
import type { RequestDesk } from './port.ts';
import { type GatedRequest, isCardOwed } from './request.ts';
import type { RequestEvent } from './request-decisions.ts';

export interface CardsParts {
  desk: Pick<RequestDesk, 'postCard'>;
  /** The requests from which something has still to follow. */
  open: ReadonlyMap<string, GatedRequest>;
  note: (id: string, event: RequestEvent) => Promise<unknown>;
  carryOut: (id: string) => Promise<void>;
  alone: <Result>(id: string, work: (request: GatedRequest | undefined) => Promise<Result>) => Promise<Result>;
  moderatorsChannelId: (guildId: string) => Promise<string | null>;
  /** Moderators cannot be reached in their channel. */
  noDesk: (guildId: string) => void;
  clock: Clock;
  log: Log;
}

/** Posts the cards of requests. A burst waits here for the limits of its channel, and not in calls that run out of time. */
export interface Cards {
  /** Posts the card of this request soon, where it has none. Returns at once. */
  expect(request: GatedRequest): void;
  run(signal: AbortSignal): Promise<void>;
}

/** Each channel of moderators gets its cards one after the other, oldest first. */
export function createCards(parts: CardsParts): Cards {
  const { desk, open, note, carryOut, alone, moderatorsChannelId, noDesk, clock, log } = parts;
  const owedIn = (channelId: string): GatedRequest[] =>
    [...open.values()]
      .filter((one) => isCardOwed(one) && one.card?.channelId === channelId)
      .sort((a, b) => a.createdAtMs - b.createdAtMs);

  /** Goes to the channel that managers chose since, or gives the requests back: every try would meet the same. */
  const leave = async (channelId: string, guildId: string): Promise<void> => {
    const chosenId = await moderatorsChannelId(guildId);
    const isMoved = chosenId !== null && chosenId !== channelId;
    if (!isMoved) noDesk(guildId);
    for (const { id } of owedIn(channelId)) {
      await note(id, isMoved ? { event: 'card posted', at: { channelId: chosenId } } : { event: 'no desk' });
      if (!isMoved) void carryOut(id);
    }
  };

  const postNext = async (channelId: string): Promise<Next> => {
    const [oldest] = owedIn(channelId);
    if (!oldest) return undefined;
    const posted = await alone(oldest.id, async (request) => {
      if (!request || !isCardOwed(request)) return undefined;
      const outcome = await desk.postCard(request);
      if (typeof outcome === 'object' && 'messageId' in outcome) {
        await note(request.id, { event: 'card posted', at: { channelId, messageId: outcome.messageId } });
      }
      return outcome;
    });
    if (posted === 'no access') await leave(channelId, oldest.guildId);
    else if (posted && 'retryAfterMs' in posted) return posted;
    return { dueInMs: 0 };
  };
  const driver = createLane({ ...{ clock, log, name: 'channel of moderators' }, step: postNext });

  return {
    expect: (request) => {
      if (request.card && isCardOwed(request)) driver.due(request.card.channelId, request.guildId);
    },
    run: driver.run,
  };
}
