import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { BotCard } from '../../playground/protocol.ts';
import { BackstageButton } from './backstage-button.tsx';

const STATE_WORDS = { starting: 'starting', running: 'running', stopped: 'not running', waiting: 'waiting' };

/** The bot's process or processes, and the last lines of their logs. */
export const BotProcesses = ({ bots, isHeard }: { bots: BotCard[]; isHeard: boolean }): JSX.Element | null => {
  const [only, ...others] = bots;
  if (!only) return null;
  return others.length === 0 ? <OnlyProcess bot={only} isOnline={isHeard} /> : <Processes bots={bots} />;
};

const Processes = ({ bots }: { bots: BotCard[] }): JSX.Element => (
  <section aria-labelledby="bot-title">
    <h3 id="bot-title">The bot, in {bots.length} processes</h3>
    <p class="quiet">
      They share one PostgreSQL. Each process writes only its own servers’ records, and a spare waits. Kill a process
      (SIGKILL) and watch the spare take over.
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
  const verb = isGone ? 'Start' : 'Kill';
  return (
    <li class="process" aria-label={name}>
      <div class="process-head">
        <p class={`bot-state ${bot.state}`} title={bot.pid === null ? undefined : `Process ${bot.pid} of this machine`}>
          {name}, <strong>{STATE_WORDS[bot.state]}</strong>
        </p>
        <BackstageButton
          what={{ do: 'bot', to: isGone ? 'start' : 'kill', process: index }}
          label={`${verb} process ${index + 1}`}
          danger={!isGone}
        >
          {verb}
        </BackstageButton>
      </div>
      <p class="quiet">{serversText(bot)}</p>
      <details>
        <summary>Log</summary>
        <Log lines={bot.log} of={name} />
      </details>
    </li>
  );
};

const serversText = ({ state, guilds, shards }: BotCard): string => {
  if (state === 'stopped') return 'Owns no servers.';
  if (state === 'waiting') return 'A spare: takes over when another process ends.';
  const servers = guilds === null || guilds.length === 0 ? 'No servers' : new Intl.ListFormat('en').format(guilds);
  return shards === null ? servers : `${servers} (shard ${shards})`;
};

const OnlyProcess = ({ bot, isOnline }: { bot: BotCard; isOnline: boolean }): JSX.Element => {
  const isGone = bot.state === 'stopped';
  return (
    <section aria-labelledby="bot-title">
      <h3 id="bot-title">The bot</h3>
      <p class={`bot-state ${isOnline ? 'running' : ''}`}>
        A separate process, <strong>{STATE_WORDS[bot.state]}</strong>
        {isOnline ? ' and connected' : ', not connected'}.
      </p>
      <p class="task-buttons">
        <BackstageButton what={{ do: 'bot', to: isGone ? 'start' : 'restart' }} danger>
          {isGone ? 'Start the bot' : 'Kill and restart the bot'}
        </BackstageButton>
        {!isGone && <BackstageButton what={{ do: 'bot', to: 'kill' }}>Kill the bot</BackstageButton>}
      </p>
      <p class="quiet">Killing gives it no warning (SIGKILL): it recovers by itself when it starts again.</p>
      <Log lines={bot.log} of="the bot" />
    </section>
  );
};

const Log = ({ lines, of }: { lines: string[]; of: string }): JSX.Element => {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [lines.at(-1)]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to reach what scrolls
    <ol class="log" ref={list} aria-label={`Log of ${of}`} tabIndex={0}>
      {lines.map((line, index) => {
        const { level, time, text, more } = parseLogLine(line);
        return (
          <li key={`${index} ${line}`} class={level} title={more}>
            <time>{time}</time> {text} <span class="quiet">{more}</span>
          </li>
        );
      })}
    </ol>
  );
};

const PINO_WARN = 40;
const PINO_ERROR = 50;

/** Parses a line of the bot's log: JSON with level, time and msg, or plain words. */
const parseLogLine = (line: string): { level: string; time: string; text: string; more: string } => {
  const plain = { level: 'info', time: '', text: line, more: '' };
  if (!line.startsWith('{')) return plain;
  try {
    const { level, time, msg, pid: _pid, hostname: _host, ...rest }: Record<string, unknown> = JSON.parse(line);
    const more = Object.entries(rest).map(
      ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
    );
    const at = new Date(typeof time === 'number' ? time : String(time));
    return {
      level: Number(level) >= PINO_ERROR ? 'error' : Number(level) >= PINO_WARN ? 'warn' : 'info',
      time: Number.isNaN(at.getTime()) ? '' : at.toLocaleTimeString('en-GB'),
      text: String(msg ?? ''),
      more: more.join(' '),
    };
  } catch {
    return plain;
  }
};
