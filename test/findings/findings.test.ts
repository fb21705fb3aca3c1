import { describe, expect, it } from 'vitest';
import { VARIABLES } from '../../src/config.ts';
import { finding, lineOf, logFinding, markdownOf, PAGE } from '../../src/findings/finding.ts';
import { FINDINGS, type FindingKind } from '../../src/findings/table.ts';
import { createLog } from '../../src/log.ts';

const kinds: [string, FindingKind][] = Object.entries(FINDINGS);

describe('a finding', () => {
  it('fills in its facts, and hides private ones where it is pasted', () => {
    const found = finding('discord.alerts', { id: '123', action: 'write in that channel' });
    expect(found.text).toBe('OPERATOR_CHANNEL_ID 123: Easel can’t write in that channel');
    expect(found.safeText).toBe('OPERATOR_CHANNEL_ID …: Easel can’t write in that channel');
    expect(found.page).toBe(`${PAGE}#discordalerts`);
  });

  it('names the variables that it is about', () => {
    expect(finding('config.unknown', { variable: 'A_TOKEN', known: 'DISCORD_TOKEN' }).affects).toEqual([
      'A_TOKEN',
      'DISCORD_TOKEN',
    ]);
  });

  it('keeps its Markdown for Discord', () => {
    expect(markdownOf('credits.unconfirmed', { tasks: 2 }).remedy).toContain('`/credits resolve`');
    expect(lineOf(finding('credits.unconfirmed', { tasks: 2 }))).not.toContain('`');
  });

  it('is logged by its tier, with its id', () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    logFinding(log, finding('service.key'));
    logFinding(log, finding('service.creates'), { job: '1' });
    logFinding(log, finding('media.ffmpeg'));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 50, finding: 'service.key', msg: lineOf(finding('service.key')) },
      { level: 40, finding: 'service.creates', job: '1' },
      { level: 30, finding: 'media.ffmpeg' },
    ]);
  });

  it.each(kinds)('%s has two sentences and names variables that exist', (_, { text, remedy, affects = [] }) => {
    expect(text).toMatch(/^[`A-Z{.][^\n]*[^.]$/);
    expect(remedy).toMatch(/[.?}]$/);
    const known = [...Object.keys(VARIABLES), 'UV_THREADPOOL_SIZE'];
    expect(affects.filter((name) => !name.includes('{') && !known.includes(name))).toEqual([]);
  });
});
