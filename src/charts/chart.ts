/** What is to be drawn: an option of the plotting library, and the picture's size in its own units. */
export interface Chart {
  option: Record<string, unknown>;
  width: number;
  height: number;
}

/** Draws a chart as a PNG. */
export type DrawChart = (chart: Chart) => Promise<Uint8Array<ArrayBuffer>>;
