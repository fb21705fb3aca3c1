import { describe, expect, it } from 'vitest';
import {
  dueServiceAlert,
  NEW_OPERATOR_RECORD,
  type OperatorRecord,
  type ServiceFacts,
  TROUBLES,
} from '../../src/alerts/operator-alert.ts';

const NOW_MS = Date.UTC(2026, 10, 20);
const MINUTE_MS = 60_000;

const facts = (status: ServiceFacts['status'], minutes = 0, lastCreatedAtMs?: number): ServiceFacts => ({
  ...{ status, sinceMs: NOW_MS - minutes * MINUTE_MS, lastCreatedAtMs },
  reason: status === 'refuses requests' ? 'insufficient credits' : undefined,
});
const alertedOf = (trouble: (typeof TROUBLES)[number], minutesAgo = 60): OperatorRecord => ({
  ...NEW_OPERATOR_RECORD,
  alerted: { trouble, atMs: NOW_MS - minutesAgo * MINUTE_MS },
});
const due = (before: OperatorRecord, service: ServiceFacts) => dueServiceAlert(before, service, NOW_MS);

describe('an alert about the service', () => {
  it.each(['bad key', 'refuses requests', 'not the service'] as const)('is due at once: %s', (trouble) => {
    const { reason } = facts(trouble);
    expect(due(NEW_OPERATOR_RECORD, facts(trouble))).toMatchObject({
      alert: { kind: 'trouble', trouble, reason },
      after: { alerted: { trouble, atMs: NOW_MS } },
    });
  });

  it.each(['down', 'creates fail'] as const)('is due after some minutes: %s', (trouble) => {
    expect(due(NEW_OPERATOR_RECORD, facts(trouble, 1))).toEqual({ inMs: 4 * MINUTE_MS });
    expect(due(NEW_OPERATOR_RECORD, facts(trouble, 5))).toMatchObject({ alert: { kind: 'trouble', trouble } });
  });

  it.each(TROUBLES)('is due once: %s', (trouble) => {
    expect(due(alertedOf(trouble), facts(trouble, 90))).toEqual({ inMs: undefined });
  });

  it('is due when the trouble becomes another one', () => {
    expect(due(alertedOf('down'), facts('bad key'))).toMatchObject({ alert: { trouble: 'bad key' } });
  });

  it('says that trouble is over when the service works again', () => {
    expect(due(alertedOf('bad key'), facts('well'))).toMatchObject({
      alert: { kind: 'trouble over', trouble: 'bad key', alertedAtMs: NOW_MS - 60 * MINUTE_MS },
      after: { alerted: null, overAlertedAtMs: NOW_MS },
    });
  });

  it('waits five minutes after the end of the last trouble, so that a flapping service does not flood the operator', () => {
    const over = (minutesAgo: number) => ({ ...NEW_OPERATOR_RECORD, overAlertedAtMs: NOW_MS - minutesAgo * MINUTE_MS });
    expect(due(over(1), facts('bad key'))).toEqual({ inMs: 4 * MINUTE_MS });
    expect(due(over(5), facts('bad key', 4))).toMatchObject({ alert: { kind: 'trouble', trouble: 'bad key' } });
    // The clock was set back meanwhile.
    expect(due(over(-600), facts('bad key'))).toEqual({ inMs: 5 * MINUTE_MS });
  });

  it.each(['refuses requests', 'creates fail'] as const)(
    'says that trouble is over once a create succeeds: %s',
    (trouble) => {
      expect(due(alertedOf(trouble), facts('well', 30))).toEqual({ inMs: MINUTE_MS });
      expect(due(alertedOf(trouble), facts('well', 30, NOW_MS - 90 * MINUTE_MS))).toEqual({ inMs: MINUTE_MS });
      expect(due(alertedOf(trouble), facts('well', 30, NOW_MS))).toMatchObject({ alert: { kind: 'trouble over' } });
    },
  );

  it('is not due while the state is unknown or well', () => {
    expect(due(alertedOf('down'), facts('unrecognised', 90))).toEqual({ inMs: undefined });
    expect(due(NEW_OPERATOR_RECORD, facts('well', 90))).toEqual({ inMs: undefined });
  });
});
