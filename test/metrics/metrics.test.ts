import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { createMetrics } from '../../src/metrics/metrics.ts';
import { tempFolder } from '../store/temp-folder.ts';
import { anchorOf } from '../support/anchor.ts';
import { requireInCi } from '../support/require-in-ci.ts';
import { INTERVAL, namedIn } from './promql.ts';

const FOLDER = 'docs/operating';
const read = (file: string): string => readFileSync(`${FOLDER}/${file}`, 'utf8');

const metrics = createMetrics();
metrics.addDefaults();
const rendered = await metrics.render();
/** Of Easel alone. The others are Node's and the process's. */
const own = rendered.split('\n').filter((line) => line.startsWith('easel_'));
const instrumentSchema = z.object({ name: z.string(), help: z.string(), labelNames: z.array(z.string()) });
const instruments = metrics.list().map((metric) => instrumentSchema.parse(metric));
const typeOf = (name: string): string | undefined => new RegExp(`^# TYPE ${name} (\\w+)$`, 'm').exec(rendered)?.[1];
const easels = instruments.filter(({ name }) => name.startsWith('easel_'));

const rulesSchema = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          for: z.string().optional(),
          labels: z.object({ severity: z.enum(['critical', 'warning']) }),
          annotations: z.object({ summary: z.string(), runbook: z.string() }),
        }),
      ),
    }),
  ),
});
const rules = rulesSchema.parse(parse(read('easel-alerts.yml'))).groups.flatMap((group) => group.rules);
const dashboardSchema = z.object({
  __inputs: z.array(z.object({ name: z.string(), pluginId: z.literal('prometheus') })),
  id: z.null(),
  uid: z.string(),
  schemaVersion: z.int().min(39),
  panels: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      type: z.enum(['row', 'timeseries']),
      targets: z.array(z.object({ expr: z.string(), datasource: z.object({ uid: z.string() }) })).default([]),
    }),
  ),
});
const dashboard = dashboardSchema.parse(JSON.parse(read('easel-dashboard.json')));

describe('a metric of Easel', () => {
  it.each(easels)('$name says its unit, and that it is a counter', ({ name, help }) => {
    const type = typeOf(name);
    expect(name).toMatch(/^easel_[a-z]+(_[a-z]+)*$/);
    expect(name.endsWith('_total')).toBe(type === 'counter');
    if (type === 'histogram') expect(name).toMatch(/_seconds$/);
    expect(name).not.toMatch(/_(ms|milliseconds|minutes|mb|kb|count|sum|bucket)$/);
    expect(help).toMatch(/^[A-Z].*\.$/);
  });

  it('has few series, so that a server more makes none', () => {
    expect(own.length).toBeLessThan(600);
  });

  it('has only labels with closed lists', () => {
    const labels = new Set([...rendered.matchAll(/^easel_\w+\{([^}]*)\}/gm)].flatMap(([, all = '']) => labelsIn(all)));
    const known = ['version', 'state', 'kind', 'outcome', 'reason', 'class', 'operation', 'le'];
    expect([...labels].sort()).toEqual(known.sort());
  });
});

function labelsIn(all: string): string[] {
  return [...all.matchAll(/(\w+)="/g)].flatMap(([, name]) => name ?? []);
}

const labelsOf = new Map(easels.map(({ name, labelNames }) => [name, labelNames]));
/** Labels that Prometheus adds. */
const ADDED = ['instance', 'job', 'le'];
const familyOf = (name: string): string => name.replace(/_(bucket|sum|count)$/, '');

describe.each([
  ...rules.map(({ alert, expr }) => ({ where: alert, expr })),
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ where: `panel ${title}`, expr }))),
])('$where', ({ expr }) => {
  const { metrics: names, matched, grouped } = namedIn(expr);

  it('asks for metrics that exist, each with the suffix of its type', () => {
    expect(names.length).toBeGreaterThan(0);
    for (const name of names.filter((one) => one !== 'up')) {
      const isPart = /_(bucket|sum|count)$/.test(name) && typeOf(familyOf(name)) === 'histogram';
      expect(isPart || (typeOf(name) ?? 'histogram') !== 'histogram', name).toBe(true);
    }
  });

  it('uses only labels that those have', () => {
    const known = names.flatMap((name) => labelsOf.get(familyOf(name)) ?? []).concat(ADDED);
    expect(grouped.filter((label) => !known.includes(label))).toEqual([]);
    for (const { metric, label, operator, value } of matched) {
      expect([...(labelsOf.get(familyOf(metric)) ?? []), ...ADDED], `${metric}{${label}}`).toContain(label);
      // Only values that are shown from the start can be compared.
      const shown = rendered
        .split('\n')
        .filter((line) => line.startsWith(familyOf(metric)) && line.includes(`${label}="`));
      const values = operator.includes('~') ? value.split('|') : [value];
      if (shown.length > 0)
        for (const one of values)
          expect(
            shown.some((line) => line.includes(`${label}="${one}"`)),
            one,
          ).toBe(true);
    }
  });
});

it('each alert leads to the part of the page that names it', () => {
  const sections = read('when-it-breaks.md').split(/^## /m).slice(1);
  const named = sections.flatMap((section) => {
    const anchor = anchorOf(section.split('\n')[0] ?? '');
    return [...section.matchAll(/`(Easel[A-Z]\w+)`/g)].map(([, alert]) => [alert, anchor]);
  });
  for (const { alert, annotations } of rules) {
    const [page, anchor] = annotations.runbook.split('#');
    expect(page).toBe(`${FOLDER}/when-it-breaks.md`);
    expect(named).toContainEqual([alert, anchor]);
  }
  const known = rules.map(({ alert }) => alert);
  expect(named.filter(([alert = '']) => !known.includes(alert))).toEqual([]);
});

it('the dashboard can be imported: every panel uses the data source that Grafana asks for', () => {
  const input = dashboard.__inputs.map(({ name }) => `\${${name}}`);
  expect(
    dashboard.panels.flatMap(({ targets }) => targets.filter(({ datasource }) => !input.includes(datasource.uid))),
  ).toEqual([]);
  const ids = dashboard.panels.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

const hasPromtool = requireInCi(
  spawnSync('promtool', ['--version']).status === 0,
  'promtool is missing; it is in the package prometheus',
);
describe.skipIf(!hasPromtool)('promtool', () => {
  it('accepts the rules', () => {
    expect(execFileSync('promtool', ['check', 'rules', `${FOLDER}/easel-alerts.yml`], { encoding: 'utf8' })).toContain(
      `SUCCESS: ${rules.length} rules found`,
    );
  });

  it('accepts what the dashboard asks', async () => {
    const asked = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr.replaceAll(INTERVAL, '5m')));
    const rulesOfAsked = asked.map((expr, index) => ({ record: `asked:${index}`, expr }));
    const path = join(await tempFolder(), 'asked.yml');
    await writeFile(path, JSON.stringify({ groups: [{ name: 'asked', rules: rulesOfAsked }] }));
    const said = execFileSync('promtool', ['check', 'rules', path], { encoding: 'utf8' });
    expect(said).toContain(`SUCCESS: ${asked.length} rules found`);
  });

  it('has nothing to say about the metrics', () => {
    const said = spawnSync('promtool', ['check', 'metrics'], { input: rendered, encoding: 'utf8' });
    expect(said.stderr.split('\n').filter((line) => line.startsWith('easel_'))).toEqual([]);
  });
});
