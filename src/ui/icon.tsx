import type { CSSProperties } from 'react'
import { classNames } from './class-names.ts'
import type { LaterIcon } from './later-icons.ts'

/** The one shape that these and later icons share. */
export const circle = 'M8 1.75a6.25 6.25 0 1 0 0 12.5 6.25 6.25 0 0 0 0-12.5Z'
const cloud = 'M6.2 3.9a4 4 0 0 1 4.7 3.3h.6a2.9 2.9 0 0 1 2.5 4.3M11.5 13h-6A3.75 3.75 0 0 1 4 5.8'

/** Stroke paths on a 16 px grid, 1.25 px, for sign-in and early messages. Others are in later-icons.ts. */
const first = {
  info: `${circle}M8 7.25v4M8 4.75v.05`,
  user: 'M8 2.25a2.75 2.75 0 1 0 0 5.5 2.75 2.75 0 0 0 0-5.5ZM2.75 14c.3-2.4 2-3.75 4.25-3.75h2c2.25 0 3.95 1.35 4.25 3.75',
  language:
    'M1.75 3.5h7.5m-3.75 0V2m2.25 1.5C7.1 6.4 4.9 8.7 2 10m1.6-4.4c.9 1.8 2.3 3.1 4.1 4M8 14l3-7 3 7m-1.05-2.4h-3.9',
  sun: 'M8 5.25a2.75 2.75 0 1 0 0 5.5 2.75 2.75 0 0 0 0-5.5ZM8 1.5v1m0 11v1M1.5 8h1m11 0h1M3.4 3.4l.7.7m7.8 7.8.7.7m0-9.2-.7.7M4.1 11.9l-.7.7',
  moon: 'M13.75 9.4A6 6 0 0 1 6.6 2.25a6 6 0 1 0 7.15 7.15Z',
  system:
    'M3 2.75h10c.7 0 1.25.55 1.25 1.25v5.75c0 .7-.55 1.25-1.25 1.25H3c-.7 0-1.25-.55-1.25-1.25V4c0-.7.55-1.25 1.25-1.25ZM5.5 13.75h5M8 11v2.75',
  check: 'M2.75 8.5 6.25 12l7-7.75',
  close: 'm3.75 3.75 8.5 8.5m0-8.5-8.5 8.5',
  'chevron-down': 'm4 6 4 4 4-4',
  'arrow-up-right': 'M4.5 11.5l7-7m-6 0h6v6',
  refresh:
    'M2.25 7.5a5.75 5.75 0 0 1 10.2-3L14 6m0-3.5V6h-3.5m3.25 2.5a5.75 5.75 0 0 1-10.2 3L2 10m0 3.5V10h3.5',
  spinner: 'M8 1.75A6.25 6.25 0 1 1 1.75 8',
  clock: `${circle}M8 4.25V8l2.5 1.5`,
  alert:
    'M8 2.25c.45 0 .85.2 1.1.6l5.2 9c.5.85-.1 1.9-1.1 1.9H2.8c-1 0-1.6-1.05-1.1-1.9l5.2-9c.25-.4.65-.6 1.1-.6Zm0 4v3.25m0 2.1v.05',
  'cloud-off': `${cloud}M2 2l12 12`,
  offline:
    'M8 13v.05M5.6 10.9a3.5 3.5 0 0 1 4.8 0M3.2 8.5a7 7 0 0 1 3.4-1.8m6.2 1.8a7 7 0 0 0-1.4-1M1.25 6a10 10 0 0 1 2.9-1.9M14.75 6a10 10 0 0 0-7.3-2.6M1.75 1.75l12.5 12.5',
  partial:
    'M6.6 1.9a6.25 6.25 0 0 1 2.8 0m2.4 1a6.25 6.25 0 0 1 1.7 1.9m.7 1.9a6.25 6.25 0 0 1 0 2.6m-.7 1.9a6.25 6.25 0 0 1-1.7 1.9m-2.4 1a6.25 6.25 0 0 1-2.8 0m-2.4-1a6.25 6.25 0 0 1-1.7-1.9m-.7-1.9a6.25 6.25 0 0 1 0-2.6m.7-1.9a6.25 6.25 0 0 1 1.7-1.9',
} satisfies Record<string, string>

export type IconName = keyof typeof first | LaterIcon

const paths: Partial<Record<IconName, string>> = first

export const addIcons = (later: Readonly<Record<LaterIcon, string>>): void => void Object.assign(paths, later)

/** For the gallery. */
export const iconNames = (): readonly IconName[] => Object.keys(paths) as IconName[]

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
 * Icon before text without extra elements, for large tables; with `style={glyph('play')}` and a color such as
 * `before:bg-current`.
 */
export const glyphClass =
  "before:mr-2 before:inline-block before:size-4 before:mask-(--glyph) before:align-[-3px] before:content-[''] forced-colors:before:bg-[CanvasText]"

const glyphs = new Map<IconName, CSSProperties>()

/** Stable object by name. */
export function glyph(name: IconName): CSSProperties {
  const known = glyphs.get(name)
  if (known) return known
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="none" stroke="black" stroke-width="1.25" stroke-linecap="round" stroke-linejoin="round"><path d="${paths[name]}"/></svg>`
  const style = { '--glyph': `url("data:image/svg+xml,${encodeURIComponent(svg)}")` } as CSSProperties
  glyphs.set(name, style)
  return style
}
