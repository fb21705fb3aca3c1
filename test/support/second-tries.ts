import type { Reporter, TestModule } from 'vitest/node';

/** One test that passes only at its second try may be the machine's fault. More are the tests' or Easel's. */
const MOST = 1;

/** Fails a run in which more tests needed a second try. */
export const secondTries: Reporter = {
  onTestRunEnd: (modules: readonly TestModule[]) => {
    const late = modules
      .flatMap(({ children }) => [...children.allTests('passed')])
      .filter((test) => test.diagnostic()?.flaky);
    for (const { fullName, module } of late) {
      process.stderr.write(`Passed only at the second try: ${module.relativeModuleId} > ${fullName}\n`);
    }
    if (late.length <= MOST) return;
    process.stderr.write(`${late.length} tests needed a second try, and at most ${MOST} may.\n`);
    process.exitCode = 1;
  },
};
