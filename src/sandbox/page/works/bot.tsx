import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { BotCard } from '../../playground/protocol.ts';
import { doWorks } from '../state/act.ts';
import { readLine } from './log-line.ts';

const WORDS = { starting: 'starting', running: 'running', stopped: 'not running', waiting: 'waiting' };

/** The bot's process, or its processes, and the end of what they log. */
export const BotWorks = ({ bots, isHeard }: { bots: BotCard[]; isHeard: boolean }): JSX.Element | null => {
  const [only, ...others] = bots;
  if (!only) return null;
  return others.length === 0 ? <OnlyProcess bot={only} isOnline={isHeard} /> : <Processes bots={bots} />;
};

const Processes = ({ bots }: { bots: BotCard[] }): JSX.Element => (
  <section aria-labelledby="bot-title">
    <h3 id="bot-title">The bot, in {bots.length} processes</h3>
    <p class="quiet">
      Their records are in one PostgreSQL. Each writes those of its own servers and no others; the rest wait. Kill one
      without warning (SIGKILL), and see a waiting one go on with its work.
    </p>
    <ul>
      {bots.map((bot, index) => (
        <Process key={index} bot={bot} index={index} />
      ))}
    </ul>
  </section>
);

const Process = ({ bot, index }: { bot: BotCard; index: number }): JSX.Element => {
  const name = `Process ${index + 1}`;
  const isGone = bot.state === 'stopped';
  return (
    <li class="process" aria-label={name}>
      <div class="process-head">
        <p class={`bot-state ${bot.state}`} title={bot.pid === null ? undefined : `Process ${bot.pid} of this machine`}>
          {name}, <strong>{WORDS[bot.state]}</strong>
        </p>
        <button
          type="button"
          class={`button small ${isGone ? 'secondary' : 'danger'}`}
          aria-label={isGone ? `Start process ${index + 1}` : `Kill process ${index + 1}`}
          onClick={() => void doWorks({ do: 'bot', to: isGone ? 'start' : 'kill', process: index })}
        >
          {isGone ? 'Start' : 'Kill'}
        </button>
      </div>
      <p class="quiet">{ownText(bot)}</p>
      <details>
        <summary>Its log</summary>
        <Log lines={bot.log} of={name} />
      </details>
    </li>
  );
};

const ownText = ({ state, guilds, shards }: BotCard): string => {
  if (state === 'stopped') return 'It owns nothing.';
  if (state === 'waiting') return 'A spare: it takes over when another one ends.';
  const servers = guilds === null || guilds.length === 0 ? 'No servers' : new Intl.ListFormat('en').format(guilds);
  return shards === null ? servers : `${servers} (shard ${shards})`;
};

const OnlyProcess = ({ bot, isOnline }: { bot: BotCard; isOnline: boolean }): JSX.Element => {
  const isGone = bot.state === 'stopped';
  return (
    <section aria-labelledby="bot-title">
      <h3 id="bot-title">The bot</h3>
      <p class={`bot-state ${isOnline ? 'running' : ''}`}>
        A process of its own, <strong>{WORDS[bot.state]}</strong>
        {isOnline ? ' and connected' : ', not connected'}.
      </p>
      <p class="task-buttons">
        <button
          type="button"
          class="button small danger"
          onClick={() => void doWorks({ do: 'bot', to: isGone ? 'start' : 'restart' })}
        >
          {isGone ? 'Start the bot' : 'Restart the bot'}
        </button>
        {!isGone && (
          <button type="button" class="button small secondary" onClick={() => void doWorks({ do: 'bot', to: 'kill' })}>
            Kill it only
          </button>
        )}
      </p>
      <p class="quiet">It is killed without warning (SIGKILL) and has to find its way back by itself.</p>
      <Log lines={bot.log} of="the bot" />
    </section>
  );
};

const Log = ({ lines, of }: { lines: string[]; of: string }): JSX.Element => {
  const own = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (own.current) own.current.scrollTop = own.current.scrollHeight;
  }, [lines.at(-1)]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    <ol class="log" ref={own} aria-label={`Log of ${of}`} tabIndex={0}>
      {lines.map((line, index) => {
        const { level, time, text, more } = readLine(line);
        return (
          <li key={`${index} ${line}`} class={level} title={more}>
            <time>{time}</time> {text} <span class="quiet">{more}</span>
          </li>
        );
      })}
    </ol>
  );
};
