/**
 * For what a machine may lack. A test that needs it is skipped and says so. Under CI nothing is skipped:
 * @throws what is missing.
 */
export const requireInCi = (isThere: boolean, what: string): boolean => {
  if (isThere) return true;
  if (process.env['CI'] === 'true') throw new Error(`${what}, and under CI nothing is skipped`);
  process.stderr.write(`Skipped: ${what}.\n`);
  return false;
};
