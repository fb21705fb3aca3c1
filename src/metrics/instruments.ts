import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The values that each label may have. A closed list, so that no member, server, prompt or id becomes a label. */
type Labels = Readonly<Record<string, readonly string[]>>;
export type ValuesOf<Given extends Labels> = { readonly [Name in keyof Given]: Given[Name][number] };

/** One value of a gauge, with its labels. */
export type Reading<Given extends Labels> = readonly [value: number, labels: ValuesOf<Given>];

/** Makes the instruments of one process, each with a registry of this process alone. */
export function createInstruments() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    /** Shows all its series from the start, so that the first event is an increase. */
    counter: <const Given extends Labels>(name: string, help: string, labels: Given) => {
      const counter = new Counter({ name, help, labelNames: Object.keys(labels), registers });
      for (const values of combinations(labels)) counter.inc(values, 0);
      return (values: ValuesOf<Given>): void => counter.inc(values);
    },
    /** Takes milliseconds and shows seconds. */
    histogram: <const Given extends Labels>(
      name: string,
      help: string,
      labels: Given,
      bucketsSeconds: readonly number[],
    ) => {
      const labelNames = Object.keys(labels);
      const histogram = new Histogram({ name, help, labelNames, buckets: [...bucketsSeconds], registers });
      for (const values of combinations(labels)) histogram.zero(values);
      return (values: ValuesOf<Given>, durationMs: number): void => histogram.observe(values, durationMs / 1_000);
    },
    /** @param read returns the values of now, from memory; none if they are unknown */
    gauge: <const Given extends Labels>(
      name: string,
      help: string,
      labels: Given,
      read: () => readonly Reading<Given>[],
    ): void => {
      const gauge = new Gauge({
        name,
        help,
        labelNames: Object.keys(labels),
        registers,
        collect: () => {
          gauge.reset();
          // Without labels, a reset leaves a 0, which isn't known either.
          if (Object.keys(labels).length === 0) gauge.remove();
          for (const [value, values] of read()) gauge.set(values, value);
        },
      });
    },
  };
}

function combinations(labels: Labels): Record<string, string>[] {
  return Object.entries(labels).reduce<Record<string, string>[]>(
    (all, [name, values]) => all.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}],
  );
}
