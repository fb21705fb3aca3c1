/** Words in a prompt by which a visitor asks the sandbox for something special. */
export const PROMPT_KEYWORDS = [
  { keyword: '#fail', description: 'The task fails in the end, and its credits are returned.' },
  { keyword: '#refuse', description: 'The service refuses the request and charges nothing.' },
  { keyword: '#slow', description: 'The task runs for three hours.' },
  { keyword: '#audio', description: 'The result comes with a sound.' },
] as const;

export type PromptKeyword = (typeof PROMPT_KEYWORDS)[number]['keyword'];

/** How long a task with `#slow` runs. */
export const SLOW_RUN_MS = 3 * 3_600_000;

/** Whether the prompt holds that word, as a word of its own. */
export function asksFor(prompt: string, keyword: PromptKeyword): boolean {
  return prompt.toLowerCase().split(/\s+/).includes(keyword);
}
