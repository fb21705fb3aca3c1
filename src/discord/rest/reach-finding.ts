import { type Finding, finding } from '../../findings/finding.ts';
import { reasonOf } from '../../log.ts';
import { whoAnswered } from './outcome.ts';

/** What is wrong if a call that every bot may make fails: the same at the start and in doctor. */
export function reachFinding(error: unknown, apiUrl: string): Finding {
  switch (whoAnswered(error)) {
    case 'Discord, which refuses the token':
      return finding('discord.token');
    case 'Discord, which asks to wait':
      return finding('discord.limit');
    case 'a stranger':
      return finding('discord.stranger');
    case 'no one under this name':
      return finding('discord.name', { host: new URL(apiUrl).hostname });
    case 'no one now':
      return finding('discord.unreachable', { cause: reasonOf(error) });
  }
}
