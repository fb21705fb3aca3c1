import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readConfig, VARIABLES } from '../src/config.ts';

const serviceSchema = z.object({
  image: z.string().optional(),
  environment: z.record(z.string(), z.string()).default({}),
  depends_on: z.record(z.string(), z.unknown()).default({}),
  volumes: z.array(z.string()).default([]),
  deploy: z.object({ replicas: z.int() }).optional(),
  stop_grace_period: z.string().optional(),
});
const fileSchema = z.object({
  services: z.record(z.string(), serviceSchema),
  volumes: z.record(z.string(), z.unknown()),
});

const text = readFileSync('compose.yaml', 'utf8');
const { services, volumes } = fileSchema.parse(parse(text));
const { easel } = services;
/** As an operator fills it in. */
const filledIn = (value: string): string => value.replace(/\$\{POSTGRES_PASSWORD[^}]*\}/g, 'hunter2');

describe('compose.yaml', () => {
  it('sets variables that Easel knows, to values that it takes', () => {
    const set = Object.entries(easel?.environment ?? {});
    expect(set.map(([name]) => name).filter((name) => !Object.hasOwn(VARIABLES, name))).toEqual([]);
    const needed = {
      ...{ DISCORD_TOKEN: 'MTIzNDU2Nzg5MDEyMzQ1Njc4.AbCdEf.not-the-one', TASK_API_URL: 'https://service.example' },
      TASK_API_KEY: 'sk-1',
    };
    const config = readConfig({
      ...needed,
      ...Object.fromEntries(set.map(([name, value]) => [name, filledIn(value)])),
    });
    expect(new URL(config.STORE_URL)).toMatchObject({ protocol: 'postgres:', password: 'hunter2' });
  });

  it('names no service, volume or variable of its own that is not there', () => {
    for (const { depends_on, volumes: used } of Object.values(services)) {
      expect(Object.keys(services)).toEqual(expect.arrayContaining(Object.keys(depends_on)));
      expect(Object.keys(volumes)).toEqual(expect.arrayContaining(used.map((volume) => volume.split(':')[0])));
    }
    const hosts = ['STORE_URL', 'DISCORD_API_URL'].map(
      (name) => new URL(filledIn(easel?.environment[name] ?? '')).hostname,
    );
    expect(Object.keys(services)).toEqual(expect.arrayContaining(hosts));
    const asked = new Set([...text.matchAll(/\$\{(\w+)/g)].map((match) => match[1]));
    const told = text.split('\n').filter((line) => line.startsWith('#'));
    for (const name of asked) expect(told.join('\n')).toContain(`${name}=`);
  });

  it('has an Easel to spare, and lets each take as long to stop as its container says', () => {
    const { SHARDS, SHARDS_PER_PROCESS } = easel?.environment ?? {};
    expect(easel?.deploy?.replicas).toBeGreaterThan(Number(SHARDS) / Number(SHARDS_PER_PROCESS));
    const [, seconds] = /--stop-timeout (\d+)/.exec(readFileSync('Dockerfile', 'utf8')) ?? [];
    expect(easel?.stop_grace_period).toBe(`${seconds}s`);
  });
});
