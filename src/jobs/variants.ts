import type { JobRequest } from './job.ts';

/** `{dawn|dusk} over the sea` stands for two prompts: each choice of the first braces with each of the next. */
const CHOICES = /\{([^{}|]*(?:\|[^{}|]*)+)\}/;

/** How many prompts this stands for; 1 where there is nothing to choose. Stops counting past `most`. */
export function countVariants(prompt: string, most: number): number {
  let count = 1;
  for (const [, choices = ''] of prompt.matchAll(new RegExp(CHOICES, 'g'))) {
    count *= choices.split('|').length;
    if (count > most) break;
  }
  return count;
}

/** The prompts that one stands for, in the order of their words; as many as `countVariants` says. */
function variantsOf(prompt: string): string[] {
  // Every second piece is what stood within braces.
  return prompt
    .split(CHOICES)
    .reduce<string[]>(
      (begun, piece, index) =>
        index % 2 === 0
          ? begun.map((one) => one + piece)
          : begun.flatMap((one) => piece.split('|').map((choice) => one + choice.trim())),
      [''],
    )
    .map((variant) => variant.trim());
}

type Prompted = Pick<JobRequest, 'prompt' | 'isVaried'>;

/** What is sent for one of its tasks, counted from 0. */
export function promptOfTask({ prompt, isVaried }: Prompted, index: number): string {
  if (isVaried !== true) return prompt;
  const variants = variantsOf(prompt);
  return variants[index % variants.length] ?? prompt;
}

/** All that is sent, a prompt a line: what the word lists look at. */
export function sentPromptsOf({ prompt, isVaried }: Prompted): string {
  return isVaried === true ? variantsOf(prompt).join('\n') : prompt;
}
