import { describe, expect, it } from 'vitest';
import { type Asked, afterAnswer, isForEverybody, type RefusalRun } from '../../../src/jobs/service/refusal-run.ts';
import { RefusedError, UnavailableError } from '../../../src/task-api/errors.ts';

const no = (message = 'not today') => new RefusedError(message);
const asked = (index: number): Asked => ({ memberId: `m${index % 2}`, prompt: `prompt ${index}` });
const after = (errors: readonly unknown[], by = asked): boolean =>
  isForEverybody(
    errors.reduce<RefusalRun | undefined>((run, error, index) => afterAnswer(run, error, by(index)), undefined),
  );
const five = [no(), no(), no(), no(), no()];

describe('the same refusal for every request in a row', () => {
  it('is for everybody at the fifth, of several members with several prompts', () => {
    expect(after(five.slice(1))).toBe(false);
    expect(after(five)).toBe(true);
  });

  it('is so although each names its own number', () => {
    expect(after(five.map((_, index) => no(`not today (request 7f${index})`)))).toBe(true);
  });

  it('is not where one member tries, or one prompt is tried', () => {
    expect(after(five, (index) => ({ ...asked(index), memberId: 'm' }))).toBe(false);
    expect(after(five, (index) => ({ ...asked(index), prompt: 'p' }))).toBe(false);
  });

  it.each([
    ['a success', undefined],
    ['another refusal', no('later')],
    ['a refusal of a prompt', no('this prompt is against our rules')],
  ])('begins anew after %s', (_, between) => {
    expect(after([...five.slice(1), between, no()])).toBe(false);
  });

  it('goes on through an answer that says nothing of it', () => {
    expect(after([...five.slice(1), new UnavailableError(), no()])).toBe(true);
  });

  it('is never what is said of prompts', () => {
    expect(after(five.map(() => no('this prompt is against our rules')))).toBe(false);
  });

  it('remembers no more of those who asked than it needs', () => {
    let run: RefusalRun | undefined;
    for (let index = 0; index < 100; index++)
      run = afterAnswer(run, no(), { memberId: `m${index}`, prompt: `p${index}` });
    expect([run?.memberIds.length, run?.prompts.length]).toEqual([2, 3]);
  });
});
