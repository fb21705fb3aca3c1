/** Numbers, times and names as the English texts write them. `<t:…>` are Discord's timestamps, which tick by themselves. */

const seconds = (timeMs: number): number => Math.floor(timeMs / 1000);
/** "in 3 minutes", "2 hours ago". */
export const relative = (timeMs: number): string => `<t:${seconds(timeMs)}:R>`;
export const date = (timeMs: number): string => `<t:${seconds(timeMs)}:D>`;
export const number = (amount: number): string => amount.toLocaleString('en-GB');
export const credits = (amount: number): string => `${number(amount)} credit${amount === 1 ? '' : 's'}`;
export const counted = (count: number, noun: string): string => `${number(count)} ${noun}${count === 1 ? '' : 's'}`;

export const channels = (ids: readonly string[]): string => ids.map((id) => `<#${id}>`).join(', ');
export const roles = (ids: readonly string[]): string => ids.map((id) => `<@&${id}>`).join(', ');
export const code = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');
/** Who decided something: a member, or Easel by itself. */
export const member = (id: string): string => (id === 'easel' ? 'Easel' : `<@${id}>`);
