import { createRequire } from 'node:module';
import { renderAsync } from '@resvg/resvg-js';
import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, LegendComponent, MarkLineComponent, TitleComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

/** An option object of echarts, and the picture's size in its units. */
export interface Chart {
  option: Record<string, unknown>;
  width: number;
  height: number;
}

/** Draws a chart as a PNG, the same on every machine. */
export type DrawChart = (chart: Chart) => Promise<Uint8Array<ArrayBuffer>>;

use([BarChart, LineChart, GridComponent, LegendComponent, MarkLineComponent, TitleComponent, SVGRenderer]);

/** Machines have different fonts, and a bare container has none. */
const require = createRequire(import.meta.url);
const FONT_FILES = [
  require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  require.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
];
/** For high-resolution screens. */
const ZOOM = 1.6;

export const drawChart: DrawChart = async ({ option, width, height }) => {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  let svg: string;
  try {
    chart.setOption(option);
    svg = chart.renderToSVGString();
  } finally {
    // Otherwise the process never ends.
    chart.dispose();
  }
  const picture = await renderAsync(svg, {
    fitTo: { mode: 'zoom', value: ZOOM },
    font: { fontFiles: FONT_FILES, loadSystemFonts: false, defaultFontFamily: 'Inter' },
  });
  return new Uint8Array(picture.asPng());
};
