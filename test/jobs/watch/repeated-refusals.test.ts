import { describe, expect, it } from 'vitest';
import {
  afterCreateAnswer,
  type CreateAttempt,
  type RepeatedRefusal,
  refusesEveryone,
} from '../../../src/jobs/watch/repeated-refusals.ts';
import { RefusedError, UnavailableError } from '../../../src/task-api/errors.ts';

const no = (message = 'not today') => new RefusedError(message);
const asked = (index: number): CreateAttempt => ({ memberId: `m${index % 2}`, prompt: `prompt ${index}` });
const after = (errors: readonly unknown[], by = asked): boolean =>
  refusesEveryone(
    errors.reduce<RepeatedRefusal | undefined>(
      (run, error, index) => afterCreateAnswer(run, error, by(index)),
      undefined,
    ),
  );
const five = [no(), no(), no(), no(), no()];

describe('the same refusal for every request in a row', () => {
  it('counts as everyone’s at the fifth, with several members and prompts', () => {
    expect(after(five.slice(1))).toBe(false);
    expect(after(five)).toBe(true);
  });

  it('counts even if each names its own number', () => {
    expect(after(five.map((_, index) => no(`not today (request 7f${index})`)))).toBe(true);
  });

  it('doesn’t count with a single member or prompt', () => {
    expect(after(five, (index) => ({ ...asked(index), memberId: 'm' }))).toBe(false);
    expect(after(five, (index) => ({ ...asked(index), prompt: 'p' }))).toBe(false);
  });

  it.each([
    ['a success', undefined],
    ['another refusal', no('later')],
    ['a refusal of a prompt', no('this prompt is against our rules')],
  ])('starts over after %s', (_, between) => {
    expect(after([...five.slice(1), between, no()])).toBe(false);
  });

  it('continues after an answer that says nothing about it', () => {
    expect(after([...five.slice(1), new UnavailableError(), no()])).toBe(true);
  });

  it('never includes refusals of prompts', () => {
    expect(after(five.map(() => no('this prompt is against our rules')))).toBe(false);
  });

  it('keeps only as many members and prompts as it needs', () => {
    let run: RepeatedRefusal | undefined;
    for (let index = 0; index < 100; index++)
      run = afterCreateAnswer(run, no(), { memberId: `m${index}`, prompt: `p${index}` });
    expect([run?.memberIds.length, run?.prompts.length]).toEqual([2, 3]);
  });
});
