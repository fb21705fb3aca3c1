import type { ComponentProps, JSX } from 'preact';

/** Drawn in a field of 20 by 20, in the colour of the text around it. */
const PATHS = {
  hash: 'M7.5 3 6 17M14 3l-1.5 14M3.5 7.5h13.5M3 12.5h13.5',
  thread: 'M4 4v6a4 4 0 0 0 4 4h8m-4-4 4 4-4 4',
  lock: 'M5 9h10v8H5zM7 9V6.5a3 3 0 0 1 6 0V9',
  alert: 'M10 3 18 17H2zM10 8v4M10 14.5v.1',
  info: 'M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14Zm0 6.5V14M10 6.5v.1',
  at: 'M13 10a3 3 0 1 1-6 0 3 3 0 0 1 6 0Zm0 0v1.2a2 2 0 0 0 4 0V10a7 7 0 1 0-3 5.7',
  send: 'm3 10 14-6.5-4 13-3.5-5zM9.5 11.5 17 3.5',
  plus: 'M10 4v12M4 10h12',
  close: 'm5 5 10 10M15 5 5 15',
  more: 'M4.5 10h.01M10 10h.01M15.5 10h.01',
  reply: 'M8 5 3 9.5 8 14M3 9.5h8c4 0 6 2 6 6',
  curve: 'M3 16v-4a4 4 0 0 1 4-4h10',
  backstage: 'M3 6h8M15 6h2M3 14h2M9 14h8M13 4v4M7 12v4',
  sun: 'M10 6.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7ZM10 2v1.5M10 16.5V18M2 10h1.5M16.5 10H18M4.4 4.4l1 1M14.6 14.6l1 1M15.6 4.4l-1 1M5.4 14.6l-1 1',
  moon: 'M16.5 12.5A7 7 0 0 1 7.5 3.5a7 7 0 1 0 9 9Z',
  system: 'M3 4h14v9H3zM7 17h6M10 13v4',
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
  down: 'm5 8 5 5 5-5',
  left: 'm12 5-5 5 5 5',
  right: 'm8 5 5 5-5 5',
  link: 'M8 12l5-5M9 5l1.5-1.5a3.5 3.5 0 0 1 5 5L14 10M11 15l-1.5 1.5a3.5 3.5 0 0 1-5-5L6 10',
  eye: 'M2 10s3-5.5 8-5.5S18 10 18 10s-3 5.5-8 5.5S2 10 2 10Zm8-2.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5Z',
  file: 'M5 2.5h6l4 4v11H5zM11 2.5v4h4',
  picture: 'M3 4h14v12H3zM3 13l4-4 3.5 3.5L13 10l4 4M13.5 7.2v.1',
  clip: 'M3 4h14v12H3zM8.5 7.2v5.6l4.5-2.8z',
  trash: 'M4 6h12M8 6V4h4v2M6 6l.7 11h6.6L14 6',
  copy: 'M7 7h9v10H7zM4 13V3h9',
  check: 'm4 10.5 4 4 8-9',
  slash: 'M13 3 7 17',
  bolt: 'M11 2 4 11.5h5L8.5 18 16 8.5h-5z',
  clock: 'M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14Zm0 3.5V10l2.5 2',
} as const;

export type IconName = keyof typeof PATHS;

export const Icon = ({ name }: { name: IconName }): JSX.Element => (
  <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
    <path d={PATHS[name]} />
  </svg>
);

/** A button that shows an icon; its label is for screen readers. */
export const IconButton = (
  props: { icon: IconName; label: string } & Omit<ComponentProps<'button'>, 'icon' | 'label'>,
): JSX.Element => {
  const { icon, label, class: className = '', ...attributes } = props;
  return (
    <button type="button" class={`plain ${className}`} aria-label={label} {...attributes}>
      <Icon name={icon} />
    </button>
  );
};
