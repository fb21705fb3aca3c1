import sharp from 'sharp';
import { expect, it } from 'vitest';
import { budgetChart } from '../../src/charts/budget-chart.ts';
import type { BudgetFigures } from '../../src/charts/budget-figures.ts';
import { drawChart } from '../../src/charts/draw-chart.ts';

const figures: BudgetFigures = {
  days: ['2026-11-19', '2026-11-20'],
  models: [{ modelId: 'omni-pro', credits: [40, 75] }],
  totalCredits: 115,
  spenders: [{ memberId: '1', credits: 115 }],
  forecast: undefined,
};
const words = {
  ...{ title: 'Credits', subtitle: 'two days', forecast: 'course', used: 'used', budget: 'budget' },
  ...{ spenders: 'spenders', credits: String, model: (modelId: string) => `the ${modelId}` },
};

it('a chart shows each model’s display name', () => {
  expect(budgetChart(figures, words).option).toMatchObject({
    legend: { data: ['the omni-pro'] },
    series: expect.arrayContaining([expect.objectContaining({ stack: 'day', name: 'the omni-pro' })]),
  });
});

it('a chart is a PNG with its own background and its model’s colour', async () => {
  const picture = sharp(await drawChart(budgetChart(figures, words)));
  expect(await picture.metadata()).toMatchObject({ format: 'png', width: 1600, height: 1024 });
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const colours = new Map<string, number>();
  for (let at = 0; at < data.length; at += info.channels) {
    const colour = data.subarray(at, at + info.channels).toString('hex');
    colours.set(colour, (colours.get(colour) ?? 0) + 1);
  }
  const alpha = info.channels === 4 ? 'ff' : '';
  expect(data.subarray(0, info.channels).toString('hex')).toBe(`20222b${alpha}`);
  expect(colours.get(`e69f00${alpha}`)).toBeGreaterThan(1000);
  // Letters are drawn as well: without the font there would be none.
  expect(colours.get(`f2f3f5${alpha}`)).toBeGreaterThan(500);
});
