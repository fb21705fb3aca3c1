import { describe, expect, it } from 'vitest';
import { customIdOf, jobIdOf, parseCustomId } from '../../../src/discord/interactions/custom-ids.ts';

const memberId = '1200000000000000001';

describe('custom ids', () => {
  it('come back as they went out', () => {
    const id = { action: 'again', argument: jobIdOf('1573306918502400004'), memberId } as const;
    expect(parseCustomId(customIdOf(id))).toEqual(id);
  });

  it('fit into Discord’s 100 characters with the largest ids there are', () => {
    const largest = '18446744073709551615';
    expect(customIdOf({ action: 'history', argument: jobIdOf(largest), memberId: largest }).length).toBeLessThan(100);
  });

  it('are different for different interactions', () => {
    expect(jobIdOf('1573306918502400004')).not.toBe(jobIdOf('1573306918502400005'));
  });

  it.each([
    '',
    'again',
    'again:x',
    `again:../etc:${memberId}`,
    `again:abc:${memberId}:more`,
    'again:abc:12',
    `history:-1:${memberId}`,
    `forget:maybe:${memberId}`,
    `unheard-of:abc:${memberId}`,
    `gallery:abc:${memberId}`,
    `report:abc-12:${memberId}`,
    `gallery:remove-abc:${memberId}`,
    `${'a'.repeat(101)}`,
  ])('%s is none of Easel’s', (text) => {
    expect(parseCustomId(text)).toBeUndefined();
  });
});
