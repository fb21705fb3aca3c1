import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { TestCase, TestModule } from 'vitest/node';
import { secondTries } from './second-tries.ts';

let exitCode: typeof process.exitCode;
let said: string[];
beforeEach(() => {
  exitCode = process.exitCode;
  said = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((words) => {
    said.push(String(words));
    return true;
  });
});
afterEach(() => {
  process.exitCode = exitCode;
  vi.restoreAllMocks();
});

/** The part of a test case that the reporter reads. */
const partly = <Whole>(part: { [Key in keyof Whole]?: unknown }): Whole => part as Whole;

/** A run of three passed tests, this many of them at the second try. */
function end(late: number): void {
  const module = partly<TestModule>({ relativeModuleId: 'some.test.ts' });
  const tests = [1, 2, 3].map((number) => {
    const diagnostic = () => ({ flaky: number <= late });
    return partly<TestCase>({ fullName: `test ${number}`, module, diagnostic });
  });
  const children = { allTests: (state: string) => (state === 'passed' ? tests : []) };
  secondTries.onTestRunEnd?.([partly<TestModule>({ children })], [], 'passed');
}

it('a run passes if one test needed a second try, and names it', () => {
  end(1);
  expect(process.exitCode).toBe(exitCode);
  expect(said).toEqual(['Passed only at the second try: some.test.ts > test 1\n']);
});

it('a run fails if two tests needed a second try', () => {
  end(2);
  const failed = process.exitCode;
  process.exitCode = exitCode;
  expect(failed).toBe(1);
  expect(said.join('')).toContain('2 tests needed a second try');
});
