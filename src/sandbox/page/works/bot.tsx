import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { BotCard } from '../../playground/protocol.ts';
import { doWorks } from '../state/act.ts';
import { readLine } from './log-line.ts';

const WORDS = { starting: 'starting', running: 'running', stopped: 'not running' };

/** The bot's process and the end of its log. */
export const BotWorks = ({ bot }: { bot: BotCard }): JSX.Element => {
  const isGone = bot.state === 'stopped';
  return (
    <section aria-labelledby="bot-title">
      <h3 id="bot-title">The bot</h3>
      <p class={`bot-state ${bot.isOnline ? 'online' : ''}`}>
        A process of its own, <strong>{WORDS[bot.state]}</strong>
        {bot.isOnline ? ' and connected' : ', not connected'}.
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
      <Log lines={bot.log} />
    </section>
  );
};

const Log = ({ lines }: { lines: string[] }): JSX.Element => {
  const own = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (own.current) own.current.scrollTop = own.current.scrollHeight;
  }, [lines.at(-1)]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    <ol class="log" ref={own} aria-label="Log of the bot" tabIndex={0}>
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
