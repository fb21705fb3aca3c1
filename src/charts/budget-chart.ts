import type { BudgetFigures, Forecast } from './budget-figures.ts';
import type { Chart } from './draw-chart.ts';

export interface ChartWords {
  title: string;
  subtitle: string;
  forecast: string;
  used: string;
  budget: string;
  spenders: string;
  credits: (amount: number) => string;
  model: (modelId: string) => string;
}

const SIZE = { width: 1000, height: 640 };

/** The picture has its own background, so that it is readable in Discord's dark and light themes. */
const GROUND = '#20222b';
const INK = '#f2f3f5';
const FAINT = '#aab0bd';
/** Rows for this many, so that a single bar doesn't fill the picture. */
const SPENDERS_SHOWN = 5;
const LINE = '#3a3e4c';
/** Okabe and Ito's colours, which colour-blind readers can distinguish. */
const COLOURS: Readonly<Record<string, string>> = {
  'image-model-a': '#56b4e9',
  'image-model-b': '#0f9d7a',
  'omni-flash': '#f0e442',
  'omni-pro': '#e69f00',
  'video-model-c': '#cc79a7',
};
const OTHER_COLOUR = '#9aa3b2';
const USED_COLOUR = '#56b4e9';
const LIMIT_COLOUR = '#ff8a65';

const text = (fontSize: number, color = INK) => ({ fontFamily: 'Inter', fontSize, color });
/** `11-20`: the subtitle has the year. */
const short = (date: string): string => date.slice(5);

const axis = {
  axisLabel: { ...text(15, FAINT), hideOverlap: true },
  axisLine: { lineStyle: { color: LINE } },
  axisTick: { show: false },
  splitLine: { lineStyle: { color: LINE } },
};

/** The chart: days by model at the top, the period's forecast and the top spenders below. */
export function budgetChart(figures: BudgetFigures, words: ChartWords): Chart {
  const { days, models, forecast, spenders } = figures;
  const hasBelow = forecast !== undefined || spenders.length > 0;
  const middle = forecast === undefined ? 60 : 620;
  const option = {
    animation: false,
    backgroundColor: GROUND,
    textStyle: text(15),
    title: [
      {
        text: words.title,
        subtext: words.subtitle,
        left: 40,
        top: 18,
        textStyle: { ...text(24), fontWeight: 600 },
        subtextStyle: text(15, FAINT),
      },
      ...(forecast ? [{ text: words.forecast, left: 40, top: 388, textStyle: { ...text(19), fontWeight: 600 } }] : []),
      ...(spenders.length > 0
        ? [{ text: words.spenders, left: middle - 20, top: 388, textStyle: { ...text(19), fontWeight: 600 } }]
        : []),
    ],
    legend: {
      right: 40,
      top: 24,
      data: models.map(({ modelId }) => words.model(modelId)),
      textStyle: text(15),
      itemWidth: 16,
      itemGap: 28,
      icon: 'roundRect',
    },
    grid: [
      { left: 40, right: 40, top: 92, bottom: hasBelow ? 280 : 40, outerBoundsMode: 'same' },
      { left: 40, width: middle === 620 ? 500 : 0, top: 430, bottom: 30, outerBoundsMode: 'same' },
      { left: middle, right: 70, top: 430, bottom: 30, outerBoundsMode: 'same' },
    ],
    xAxis: [
      { type: 'category', data: days.map(short), ...axis, splitLine: { show: false } },
      {
        type: 'category',
        gridIndex: 1,
        show: forecast !== undefined,
        boundaryGap: false,
        data: forecast?.days.map(short) ?? [],
        ...axis,
        splitLine: { show: false },
      },
      { type: 'value', gridIndex: 2, show: false },
    ],
    yAxis: [
      { type: 'value', minInterval: 1, ...axis },
      { type: 'value', gridIndex: 1, show: forecast !== undefined, minInterval: 1, ...axis },
      {
        type: 'category',
        gridIndex: 2,
        inverse: true,
        ...axis,
        axisLine: { show: false },
        axisLabel: text(17),
        // Numbers, because only Discord can show names: the message below the picture has them.
        data: Array.from({ length: SPENDERS_SHOWN }, (_, index) => (index < spenders.length ? `${index + 1}.` : '')),
      },
    ],
    series: [
      ...models.map(({ modelId, credits }) => ({
        type: 'bar',
        name: words.model(modelId),
        stack: 'day',
        data: credits,
        barMaxWidth: 26,
        itemStyle: { color: COLOURS[modelId] ?? OTHER_COLOUR },
      })),
      ...(forecast ? forecastSeries(forecast, words) : []),
      {
        type: 'bar',
        xAxisIndex: 2,
        yAxisIndex: 2,
        data: spenders.map(({ credits }) => credits),
        barMaxWidth: 22,
        itemStyle: { color: USED_COLOUR, borderRadius: 4 },
        label: {
          show: true,
          position: 'right',
          formatter: ({ value }: { value: number }) => words.credits(value),
          ...text(16),
        },
      },
    ],
  };
  return { ...SIZE, option };
}

/** The credits used until today, the rest of the period at this pace, and the budget. */
function forecastSeries({ days, usedCredits, atEndCredits, budgetCredits }: Forecast, words: ChartWords): object[] {
  const today = usedCredits.length - 1;
  const from = usedCredits[today] ?? 0;
  const steps = days.length - 1 - today;
  const ahead = days.map((_, index) =>
    index < today ? null : Math.round(from + ((atEndCredits - from) * (index - today)) / Math.max(1, steps)),
  );
  const line = { type: 'line', xAxisIndex: 1, yAxisIndex: 1, symbol: 'none' };
  const limit = {
    silent: true,
    symbol: 'none',
    lineStyle: { color: LIMIT_COLOUR, width: 2, type: 'solid' },
    label: { ...text(15, LIMIT_COLOUR), formatter: words.budget, position: 'insideStartTop' },
    data: [{ yAxis: budgetCredits }],
  };
  return [
    {
      ...line,
      data: usedCredits,
      lineStyle: { color: USED_COLOUR, width: 3 },
      areaStyle: { color: USED_COLOUR, opacity: 0.18 },
      markLine: limit,
    },
    { ...line, data: ahead, lineStyle: { color: USED_COLOUR, width: 2.5, type: 'dashed' } },
    // Invisible, so that the budget's line is on the picture even if little was used.
    { ...line, data: days.map(() => budgetCredits), lineStyle: { opacity: 0 } },
  ];
}
