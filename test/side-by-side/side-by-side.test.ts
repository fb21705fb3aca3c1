import { expect, it } from 'vitest';
import { type Check, runSideBySide } from './side-by-side.ts';

const check = (name: string, script: string): Check => ({ name, command: [process.execPath, '-e', script] });

const outcomeOf = async (...checks: [Check, ...Check[]]) => {
  const printed: string[] = [];
  const isPassed = await runSideBySide(checks, (text) => printed.push(text));
  return { isPassed, printed: printed.join('') };
};

it('passes if each check passes, shows all outputs, and tells the times', async () => {
  const { isPassed, printed } = await outcomeOf(
    check('tests', 'console.log("4 tests")'),
    check('lint', 'console.error("a note")'),
  );
  expect(isPassed).toBe(true);
  expect(printed).toMatch(/4 tests/);
  expect(printed).toMatch(/── lint\na note/);
  expect(printed).toMatch(/passed {2}tests, \d+ s\npassed {2}lint, \d+ s\n\d+ s in all\n$/);
});

it.each([
  ['exits with a code', check('lint', 'process.exit(3)')],
  ['is ended by a signal', check('lint', 'process.kill(process.pid, "SIGTERM")')],
  ['cannot start', { name: 'lint', command: ['./no-such-program'] } satisfies Check],
])('fails if one check %s, and lets the others end', async (_how, failing) => {
  const slow = check('tests', 'setTimeout(() => console.log("4 tests"), 100)');
  for (const checks of [[slow, failing] as const, [failing, slow] as const]) {
    const { isPassed, printed } = await outcomeOf(...checks);
    expect(isPassed).toBe(false);
    expect(printed).toMatch(/4 tests/);
    expect(printed).toMatch(/FAILED {2}lint/);
    expect(printed).toMatch(/passed {2}tests/);
  }
});
