import { runSideBySide } from './side-by-side.ts';

/** `npm test`: everything that has to pass, at once. The tests are much the longest, so they are shown as they run. */
const isPassed = await runSideBySide(
  [
    { name: 'tests', command: ['npm', 'run', '--silent', 'unit'] },
    { name: 'types', command: ['npm', 'run', '--silent', 'types'] },
    { name: 'lint', command: ['npm', 'run', '--silent', 'lint'] },
  ],
  (text) => process.stdout.write(text),
);
process.exitCode = isPassed ? 0 : 1;
