/** A line of the bot's log: JSON with level, time and msg, or plain words. */
export const readLine = (line: string): { level: string; time: string; text: string; more: string } => {
  const plain = { level: 'info', time: '', text: line, more: '' };
  if (!line.startsWith('{')) return plain;
  try {
    const { level, time, msg, pid: _pid, hostname: _host, ...rest }: Record<string, unknown> = JSON.parse(line);
    const more = Object.entries(rest).map(
      ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
    );
    const at = new Date(typeof time === 'number' ? time : String(time));
    return {
      level: levelOf(level),
      time: Number.isNaN(at.getTime()) ? '' : at.toLocaleTimeString('en-GB'),
      text: String(msg ?? ''),
      more: more.join(' '),
    };
  } catch {
    return plain;
  }
};

const WARN = 40;
const ERROR = 50;

const levelOf = (level: unknown): string => {
  if (level === 'error' || level === 'fatal' || (typeof level === 'number' && level >= ERROR)) return 'error';
  return level === 'warn' || (typeof level === 'number' && level >= WARN) ? 'warn' : 'info';
};
