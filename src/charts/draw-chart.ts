import { createRequire } from 'node:module';
import { renderAsync } from '@resvg/resvg-js';
import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, LegendComponent, MarkLineComponent, TitleComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

/** What is to be drawn: an option of the plotting library, and the picture's size in its own units. */
export interface Chart {
  option: Record<string, unknown>;
  width: number;
  height: number;
}

/** Draws a chart as a PNG. */
export type DrawChart = (chart: Chart) => Promise<Uint8Array<ArrayBuffer>>;

use([BarChart, LineChart, GridComponent, LegendComponent, MarkLineComponent, TitleComponent, SVGRenderer]);

/** The machine's own fonts differ, and a bare container has none. */
const require = createRequire(import.meta.url);
const FONT_FILES = [
  require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  require.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
];
/** For screens that show more than one pixel for each of the picture's. */
const ZOOM = 1.6;

/** A chart as a PNG, the same on every machine. */
export const drawChart: DrawChart = async ({ option, width, height }) => {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  let svg: string;
  try {
    chart.setOption(option);
    svg = chart.renderToSVGString();
  } finally {
    // Or the process would never end.
    chart.dispose();
  }
  const picture = await renderAsync(svg, {
    fitTo: { mode: 'zoom', value: ZOOM },
    font: { fontFiles: FONT_FILES, loadSystemFonts: false, defaultFontFamily: 'Inter' },
  });
  return new Uint8Array(picture.asPng());
};
