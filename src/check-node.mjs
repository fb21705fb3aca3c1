/**
 * Says in one sentence that Easel needs a newer Node. npm runs this before `start` and the operator's tools, because an older
 * Node cannot read the sources, which are TypeScript. This file is JavaScript for the same reason.
 */

const OLDEST_MAJOR = 24;

if (Number.parseInt(process.versions.node, 10) < OLDEST_MAJOR) {
  process.stderr.write(
    `Easel needs Node.js ${OLDEST_MAJOR} or newer, and this is ${process.versions.node}: install it from https://nodejs.org\n`,
  );
  process.exitCode = 1;
}
