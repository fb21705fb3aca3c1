/** What a PromQL expression names. Whether it is valid is for promtool to say. */
export interface Named {
  metrics: string[];
  /** Labels in matchers, by metric. */
  matched: { metric: string; label: string; operator: string; value: string }[];
  /** Labels to group by and to join on. */
  grouped: string[];
}

/** Grafana replaces it. */
export const INTERVAL = '$__rate_interval';
const SELECTOR = /\b([a-z][a-z0-9]*_[a-z0-9_]+|up)\b(?!\s*\()(?:\{([^}]*)\})?/g;
const MATCHER = /(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g;
const GROUPING = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/g;

export function namedIn(expression: string): Named {
  const grouped = [...expression.matchAll(GROUPING)].flatMap(([, labels = '']) => labels.split(/\s*,\s*/));
  const selectors = expression.replace(GROUPING, ' ').replaceAll(INTERVAL, '5m');
  const found = [...selectors.matchAll(SELECTOR)].map(([, metric = '', matchers = '']) => ({ metric, matchers }));
  return {
    metrics: found.map(({ metric }) => metric),
    matched: found.flatMap(({ metric, matchers }) =>
      [...matchers.matchAll(MATCHER)].map(([, label = '', operator = '', value = '']) => ({
        metric,
        label,
        operator,
        value,
      })),
    ),
    grouped: grouped.filter((label) => label !== ''),
  };
}
