import type { CSSProperties } from 'react'
import { classNames } from './class-names.ts'

const handset =
  'M5.3 2.5H3.6c-.7 0-1.2.6-1.1 1.3.6 5 4.6 9 9.7 9.7.7.1 1.3-.4 1.3-1.1v-1.7c0-.5-.4-1-.9-1.1l-1.6-.4c-.4-.1-.8 0-1.1.4l-.6.7a8.7 8.7 0 0 1-3.6-3.6l.7-.6c.4-.3.5-.7.4-1.1l-.4-1.6c-.1-.5-.6-.9-1.1-.9Z'
const circle = 'M8 1.75a6.25 6.25 0 1 0 0 12.5 6.25 6.25 0 0 0 0-12.5Z'
const page =
  'M9 1.75H4.5c-.7 0-1.25.55-1.25 1.25v10c0 .7.55 1.25 1.25 1.25h7c.7 0 1.25-.55 1.25-1.25V5.5L9 1.75Zm0 0V5.5h3.75'
const speech =
  'M3.5 2.25h9c.7 0 1.25.55 1.25 1.25v6.75c0 .7-.55 1.25-1.25 1.25H5.75l-3.5 2.6V3.5c0-.7.55-1.25 1.25-1.25Z'
const box =
  'M3.5 2.25h9c.7 0 1.25.55 1.25 1.25v9c0 .7-.55 1.25-1.25 1.25h-9c-.7 0-1.25-.55-1.25-1.25v-9c0-.7.55-1.25 1.25-1.25Z'
const cloud = 'M6.2 3.9a4 4 0 0 1 4.7 3.3h.6a2.9 2.9 0 0 1 2.5 4.3M11.5 13h-6A3.75 3.75 0 0 1 4 5.8'

/** Stroke paths on a 16 px grid, 1.25 px lines. */
const paths = {
  'phone-in': `${handset}M13.5 2.5 10 6m0-3v3h3`,
  'phone-missed': `${handset}M10 2.5 13.5 6m0-3.5L10 6`,
  'phone-hung-up':
    'M4.1 8.4a9 9 0 0 1-1.6-4.6c-.1-.7.4-1.3 1.1-1.3h1.7c.5 0 1 .4 1.1.9l.4 1.6c.1.4 0 .8-.4 1.1l-.5.5M7 9.6c.7.7 1.3 1.1 2.2 1.5l.6-.7c.3-.4.7-.5 1.1-.4l1.6.4c.5.1.9.6.9 1.1v1.7c0 .7-.6 1.2-1.3 1.1-2.6-.4-4.8-1.6-6.5-3.3M14 2 2 14',
  'phone-out': `${handset}M10 6l3.5-3.5m-3 0h3v3`,
  'phone-callback': `${handset}M9.5 4.25h4m-1.75-2 2 2-2 2`,
  phone: handset,
  busy: `${circle}M3.6 3.6l8.8 8.8`,
  form: `${page}M5.75 8.5h4.5m-4.5 2.5h4.5`,
  chat: speech,
  sms: `${speech}M5 5.25h6M5 8h3.5`,
  mail: 'M3 3.25h10c.7 0 1.25.55 1.25 1.25v7c0 .7-.55 1.25-1.25 1.25H3c-.7 0-1.25-.55-1.25-1.25v-7c0-.7.55-1.25 1.25-1.25Zm-1 1.5 6 4 6-4',
  survey:
    'M6 2.75H4.5c-.7 0-1.25.55-1.25 1.25v9c0 .7.55 1.25 1.25 1.25h7c.7 0 1.25-.55 1.25-1.25V4c0-.7-.55-1.25-1.25-1.25H10m-4-1h4v2.5H6v-2.5ZM5.75 9.25 7.4 11l2.9-3.25',
  comment: 'M5.4 13.1a5.75 5.75 0 1 0-2.6-2.6L2 14l3.4-.9Z',
  target: `${circle}M8 4.6a3.4 3.4 0 1 0 0 6.8 3.4 3.4 0 0 0 0-6.8ZM8 7.4a.6.6 0 1 0 0 1.2.6.6 0 0 0 0-1.2Z`,
  help: `${circle}M6.1 6.2a1.95 1.95 0 0 1 3.8.5c0 1.3-1.9 1.6-1.9 2.7M8 11.6v.05`,
  info: `${circle}M8 7.25v4M8 4.75v.05`,
  user: 'M8 2.25a2.75 2.75 0 1 0 0 5.5 2.75 2.75 0 0 0 0-5.5ZM2.75 14c.3-2.4 2-3.75 4.25-3.75h2c2.25 0 3.95 1.35 4.25 3.75',
  overview: 'M3.25 14v-4M8 14V2m4.75 12V6',
  journal: `${box}M2.25 6h11.5M2.25 10h11.5`,
  objects: `${circle}M1.9 8h12.2M8 1.75c-3.2 3.5-3.2 9 0 12.5 3.2-3.5 3.2-9 0-12.5Z`,
  clients:
    'M3 4.25h10c.7 0 1.25.55 1.25 1.25v6.75c0 .7-.55 1.25-1.25 1.25H3c-.7 0-1.25-.55-1.25-1.25V5.5c0-.7.55-1.25 1.25-1.25Zm2.5 0V3c0-.7.55-1.25 1.25-1.25h2.5c.7 0 1.25.55 1.25 1.25v1.25M1.75 8.5c3.9 1.9 8.6 1.9 12.5 0M8 8.6v.05',
  console: `${box}M4.75 5.75l2 2-2 2m3.5.5h3`,
  health: 'M1.75 8.5h3l1.75-5 3 9.5 1.75-4.5h3',
  settings:
    'M2 4.5h6.5m4 0H14M2 11.5h1.5m4 0H14M10.5 2.75a1.75 1.75 0 1 0 0 3.5 1.75 1.75 0 0 0 0-3.5Zm-5 7a1.75 1.75 0 1 0 0 3.5 1.75 1.75 0 0 0 0-3.5Z',
  'sign-out':
    'M6.25 2.25H3.5c-.7 0-1.25.55-1.25 1.25v9c0 .7.55 1.25 1.25 1.25h2.75M10.5 4.75 13.75 8l-3.25 3.25M13.5 8H6.25',
  language:
    'M1.75 3.5h7.5m-3.75 0V2m2.25 1.5C7.1 6.4 4.9 8.7 2 10m1.6-4.4c.9 1.8 2.3 3.1 4.1 4M8 14l3-7 3 7m-1.05-2.4h-3.9',
  sun: 'M8 5.25a2.75 2.75 0 1 0 0 5.5 2.75 2.75 0 0 0 0-5.5ZM8 1.5v1m0 11v1M1.5 8h1m11 0h1M3.4 3.4l.7.7m7.8 7.8.7.7m0-9.2-.7.7M4.1 11.9l-.7.7',
  moon: 'M13.75 9.4A6 6 0 0 1 6.6 2.25a6 6 0 1 0 7.15 7.15Z',
  system:
    'M3 2.75h10c.7 0 1.25.55 1.25 1.25v5.75c0 .7-.55 1.25-1.25 1.25H3c-.7 0-1.25-.55-1.25-1.25V4c0-.7.55-1.25 1.25-1.25ZM5.5 13.75h5M8 11v2.75',
  collapse: `${box}M6 2.25v11.5`,
  more: 'M8 7.5a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1Zm5 0a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1Zm-10 0a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1Z',
  search: 'M7.1 2a5.1 5.1 0 1 0 0 10.2A5.1 5.1 0 0 0 7.1 2Zm3.7 8.8L14 14',
  filter: 'M1.75 3.75h12.5M4.25 8h7.5m-5 4.25h2.5',
  funnel: 'M2.25 3h11.5L9.5 8.25v4.5l-3 1.5v-6L2.25 3Z',
  columns: `${box}M6 2.25v11.5m4-11.5v11.5`,
  density: `${box}M2.25 5.1h11.5M2.25 8h11.5M2.25 10.9h11.5`,
  download: 'M8 2v8m-3-3 3 3 3-3M2.25 10.5v2c0 .7.55 1.25 1.25 1.25h9c.7 0 1.25-.55 1.25-1.25v-2',
  copy: 'M6.75 5.5h6c.7 0 1.25.55 1.25 1.25v6c0 .7-.55 1.25-1.25 1.25h-6c-.7 0-1.25-.55-1.25-1.25v-6c0-.7.55-1.25 1.25-1.25ZM3 10.5c-.6-.1-1-.6-1-1.25v-6C2 2.55 2.55 2 3.25 2h6c.65 0 1.15.4 1.25 1',
  check: 'M2.75 8.5 6.25 12l7-7.75',
  minus: 'M3 8h10',
  plus: 'M3 8h10M8 3v10',
  close: 'm3.75 3.75 8.5 8.5m0-8.5-8.5 8.5',
  grip: 'M6 4v.05M10 4v.05M6 8v.05M10 8v.05M6 12v.05M10 12v.05',
  'chevron-down': 'm4 6 4 4 4-4',
  'chevron-up': 'm4 10 4-4 4 4',
  'chevron-left': 'M10 4 6 8l4 4',
  'chevron-right': 'm6 4 4 4-4 4',
  'arrow-up': 'M8 13.25V2.75M3.5 7.25 8 2.75l4.5 4.5',
  'arrow-down': 'M8 2.75v10.5m-4.5-4.5 4.5 4.5 4.5-4.5',
  'arrow-up-right': 'M4.5 11.5l7-7m-6 0h6v6',
  'arrow-down-right': 'M4.5 4.5l7 7m0-6v6h-6',
  sort: 'M4.75 6 8 2.75 11.25 6m-6.5 4L8 13.25 11.25 10',
  refresh:
    'M2.25 7.5a5.75 5.75 0 0 1 10.2-3L14 6m0-3.5V6h-3.5m3.25 2.5a5.75 5.75 0 0 1-10.2 3L2 10m0 3.5V10h3.5',
  spinner: 'M8 1.75A6.25 6.25 0 1 1 1.75 8',
  clock: `${circle}M8 4.25V8l2.5 1.5`,
  calendar:
    'M3.5 3h9c.7 0 1.25.55 1.25 1.25v8.25c0 .7-.55 1.25-1.25 1.25h-9c-.7 0-1.25-.55-1.25-1.25V4.25C2.25 3.55 2.8 3 3.5 3Zm-1.25 3.5h11.5M5.25 1.5V4m5.5-2.5V4',
  alert:
    'M8 2.25c.45 0 .85.2 1.1.6l5.2 9c.5.85-.1 1.9-1.1 1.9H2.8c-1 0-1.6-1.05-1.1-1.9l5.2-9c.25-.4.65-.6 1.1-.6Zm0 4v3.25m0 2.1v.05',
  inbox:
    'M1.75 8.75 4 3.4c.2-.4.6-.65 1.1-.65h5.8c.5 0 .9.25 1.1.65l2.25 5.35V12c0 .7-.55 1.25-1.25 1.25H3c-.7 0-1.25-.55-1.25-1.25V8.75Zm0 0H5.5l1 1.75h3l1-1.75h3.75',
  'cloud-off': `${cloud}M2 2l12 12`,
  offline:
    'M8 13v.05M5.6 10.9a3.5 3.5 0 0 1 4.8 0M3.2 8.5a7 7 0 0 1 3.4-1.8m6.2 1.8a7 7 0 0 0-1.4-1M1.25 6a10 10 0 0 1 2.9-1.9M14.75 6a10 10 0 0 0-7.3-2.6M1.75 1.75l12.5 12.5',
  partial:
    'M6.6 1.9a6.25 6.25 0 0 1 2.8 0m2.4 1a6.25 6.25 0 0 1 1.7 1.9m.7 1.9a6.25 6.25 0 0 1 0 2.6m-.7 1.9a6.25 6.25 0 0 1-1.7 1.9m-2.4 1a6.25 6.25 0 0 1-2.8 0m-2.4-1a6.25 6.25 0 0 1-1.7-1.9m-.7-1.9a6.25 6.25 0 0 1 0-2.6m.7-1.9a6.25 6.25 0 0 1 1.7-1.9',
  bookmark: 'M4.75 2.25h6.5c.55 0 1 .45 1 1v10.5L8 11l-4.25 2.75V3.25c0-.55.45-1 1-1Z',
  flag: 'M3.75 14.25V2.25h8.5L10.5 5.5l1.75 3.25h-8.5',
  play: 'M4.25 2.9v10.2c0 .5.55.8.95.5l7.7-5.1a.6.6 0 0 0 0-1L5.2 2.4c-.4-.3-.95 0-.95.5Z',
  pause: 'M5.25 3v10m5.5-10v10',
  'back-10': 'M2.5 3v3.5H6M2.75 6.25A5.75 5.75 0 1 1 2.4 9.5',
  'forward-10': 'M13.5 3v3.5H10m3.25-.25a5.75 5.75 0 1 0 .35 3.25',
  volume: 'M7.5 3.25v9.5l-3-2.5H2v-4.5h2.5l3-2.5Zm3 2.6a3 3 0 0 1 0 4.3m1.9-6.4a6 6 0 0 1 0 8.5',
  link: 'M6.5 11.5H5a3.5 3.5 0 0 1 0-7h1.5m3 0H11a3.5 3.5 0 0 1 0 7H9.5M5.5 8h5',
  external:
    'M9.5 2.5h4v4m0-4-6 6M7 3.5H3.75C3.05 3.5 2.5 4.05 2.5 4.75v7.5c0 .7.55 1.25 1.25 1.25h7.5c.7 0 1.25-.55 1.25-1.25V9',
  undo: 'M6 2.75 2.75 6 6 9.25M2.75 6H9.5a3.75 3.75 0 0 1 0 7.5H7',
  pin: 'M8 10.75v3.5M5.5 2h5m-4 0v4.6L4 9v1.75h8V9L9.5 6.6V2',
  bell: 'M3.5 11.25h9c-1-1.6-1-2.9-1-5.35a3.5 3.5 0 0 0-7 0c0 2.45 0 3.75-1 5.35ZM6.75 13.75h2.5',
  'bell-off':
    'M4.2 4.9C4 8 3.4 9.3 2.5 10.6c-.2.3 0 .65.35.65h8.4M6 2.6a3.8 3.8 0 0 1 5.8 3.3c0 1.5.3 2.6.7 3.4M6.75 13.75h2.5M2 2l12 12',
  eye: 'M1.5 8C2.9 5.2 5.2 3.75 8 3.75S13.1 5.2 14.5 8c-1.4 2.8-3.7 4.25-6.5 4.25S2.9 10.8 1.5 8ZM8 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z',
  key: 'M5 6.75a3.25 3.25 0 1 0 0 6.5 3.25 3.25 0 0 0 0-6.5Zm2.3.95L13 2m-3 3 2.25 2.25',
} satisfies Record<string, string>

export type IconName = keyof typeof paths

/** Every icon there is, for the page that shows them. */
export const iconNames = Object.keys(paths).filter((name): name is IconName => name in paths)

/** Decorative: the word beside it, or the label of its button, says the same. */
export function Icon({
  name,
  size = 16,
  className,
}: {
  name: IconName
  size?: 12 | 14 | 16 | 20
  className?: string | undefined
}) {
  return (
    <svg
      className={classNames('shrink-0', className)}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={size < 16 ? 1.4 : 1.25}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  )
}

/**
 * Draws an icon before an element's text without elements of its own, for tables of thousands of cells; together with
 * `style={glyph('play')}` and its colour, `before:bg-current` or another.
 */
export const glyphClass =
  "before:mr-2 before:inline-block before:size-4 before:mask-(--glyph) before:align-[-3px] before:content-[''] forced-colors:before:bg-[CanvasText]"

const glyphs = new Map<IconName, CSSProperties>()

/** The icon that `glyphClass` draws; the same object for the same name. */
export function glyph(name: IconName): CSSProperties {
  const known = glyphs.get(name)
  if (known) return known
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="none" stroke="black" stroke-width="1.25" stroke-linecap="round" stroke-linejoin="round"><path d="${paths[name]}"/></svg>`
  const style = { '--glyph': `url("data:image/svg+xml,${encodeURIComponent(svg)}")` } as CSSProperties
  glyphs.set(name, style)
  return style
}
