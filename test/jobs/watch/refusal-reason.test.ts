import { describe, expect, it } from 'vitest';
import { reasonForOperator } from '../../../src/jobs/watch/refusal-reason.ts';

describe('the service’s reason for the operator', () => {
  it('is the service’s text', () => {
    expect(reasonForOperator('insufficient credits', ['a lighthouse'])).toBe('insufficient credits');
  });

  it('contains no word of the prompt', () => {
    const reason = reasonForOperator('refused: "A naked Lighthouse keeper", of which naked is forbidden', [
      'a naked lighthouse keeper',
    ]);
    expect(reason).toBe('refused: "A …", of which … is forbidden');
  });

  it('contains no address and no key, and is one short line', () => {
    const reason = reasonForOperator(`no\n\u202efor sk-123 at https://a.example/x?sig=1 ${'x'.repeat(400)}`, []);
    expect(reason).toMatch(/^no for \[key\] at \[address\] x+…$/u);
    expect(reason.length).toBeLessThanOrEqual(200);
  });
});
