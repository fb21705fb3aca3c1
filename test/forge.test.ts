import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

/** Files that a forge reads. */

const stepSchema = z.object({ uses: z.string().optional(), run: z.string().optional() });
const workflowSchema = z.object({
  permissions: z.record(z.string(), z.literal('read')),
  jobs: z.record(z.string(), z.object({ 'timeout-minutes': z.int(), steps: z.array(stepSchema) })),
});
const formSchema = z.object({
  name: z.string(),
  description: z.string(),
  body: z.array(z.object({ type: z.enum(['markdown', 'textarea', 'dropdown']), id: z.string().optional() })),
});

const text = (path: string): string => readFileSync(path, 'utf8');
const WORKFLOWS = globSync('.github/workflows/*.yml');

it.each(WORKFLOWS)('%s only reads, ends in time, and pins each action by commit', (path) => {
  const { jobs } = workflowSchema.parse(parse(text(path)));
  const used = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));
  expect(used.filter((uses) => !/^[\w/-]+@[0-9a-f]{40}$/.test(uses))).toEqual([]);
  // The version next to it is what people read, and what an update bot raises.
  expect(text(path).match(/uses: \S+ # v\d+\.\d+\.\d+$/gm)).toHaveLength(used.length);
});

it('a workflow runs what has to pass before a change lands', () => {
  const jobs = WORKFLOWS.flatMap((path) => Object.values(workflowSchema.parse(parse(text(path))).jobs));
  expect(jobs.flatMap(({ steps }) => steps.map(({ run }) => run))).toContain('.ci/run');
});

it.each(globSync('.github/ISSUE_TEMPLATE/[!c]*.yml'))('%s is a form', (path) => {
  const { body } = formSchema.parse(parse(text(path)));
  const ids = body.flatMap(({ id }) => id ?? []);
  expect(new Set(ids).size).toBe(ids.length);
  expect(body.filter(({ type, id }) => type !== 'markdown' && id === undefined)).toEqual([]);
});

it('the update bot knows the packages, images and actions', () => {
  const known = z.object({ extends: z.array(z.string()) }).parse(JSON.parse(text('.github/renovate.json')));
  expect(known.extends).toEqual(expect.arrayContaining(['docker:pinDigests', 'helpers:pinGitHubActionDigests']));
});
