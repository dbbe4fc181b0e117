import type { ReactNode } from 'react'

const FONTS = "Inter, 'Segoe UI', 'Helvetica Neue', 'Liberation Sans', Arial, sans-serif"

// oxlint-disable-next-line no-control-regex -- just these are what XML cannot say, and what turns the order of signs
const UNDRAWABLE = /[\u0000-\u001f\u007f\ufffe\uffff\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Approximate character width in ems: the reader's font can't be measured. */
const widthOf = (sign: string): number =>
  /[\u1100-\u11ff\u2e80-\uffdc\u{1f000}-\u{1faff}]/u.test(sign)
    ? 1.02
    : /[MWmwЖШЩЫЮФжшщыюф@%]/.test(sign)
      ? 0.9
      : /\p{Lu}/u.test(sign)
        ? 0.7
        : 0.53

export const fitted = (text: string, width: number, size: number): string => {
  const signs = Array.from(text.toWellFormed().replace(UNDRAWABLE, ' ').replace(/\s+/g, ' ').trim())
  let room = width / size
  const fitCount = signs.findIndex((sign) => (room -= widthOf(sign)) < 0)
  return fitCount === -1 ? signs.join('') : `${signs.slice(0, Math.max(fitCount - 1, 0)).join('')}…`
}

/** Pixels. */
const PICTURE_WIDTH = 960
const EDGE = 32
/** Pixels between the edges. */
export const INNER_WIDTH = PICTURE_WIDTH - 2 * EDGE

export interface Key {
  readonly words: string
  readonly mark: 'line' | 'dashed' | 'block'
  readonly colour: string
}

export interface FrameProps {
  readonly title: string
  /** Beside the title: the metric. */
  readonly note?: string | undefined
  readonly conditions: string
  readonly keys?: readonly Key[] | undefined
  /** Lines: missing data, source and time. */
  readonly source: readonly string[]
  readonly height: number
  readonly children: ReactNode
}

const TITLE = 20
const WORDS = 13
const SMALL = 12
const HEAD = 68
const KEYS = 24
const FOOT = 24
const FOOT_LINE = 18

/** A standalone image: title, filters, legend, chart and source. */
export const Frame = ({ title, note, conditions, keys = [], source, height, children }: FrameProps) => {
  const top = EDGE + HEAD + (keys.length > 0 ? KEYS : 0)
  // Whole pixels: half of one would be semi-transparent.
  const whole = Math.ceil(top + height + FOOT + source.length * FOOT_LINE + EDGE / 2)
  const places = keys.map((_, index) =>
    keys.slice(0, index).reduce((left, { words }) => left + words.length * WORDS * 0.6 + 48, 0),
  )
  return (
    <svg
      width={PICTURE_WIDTH}
      height={whole}
      viewBox={`0 0 ${PICTURE_WIDTH} ${whole}`}
      fontFamily={FONTS}
      fontSize={WORDS}
    >
      <title>{fitted(`${title}, ${conditions}`, 4000, WORDS)}</title>
      <rect width={PICTURE_WIDTH} height={whole} fill="var(--raised)" />
      <g transform={`translate(${EDGE} ${EDGE})`}>
        <text y={TITLE} fontSize={TITLE} fontWeight={600} fill="var(--text)">
          {fitted(title, INNER_WIDTH, TITLE)}
          {note !== undefined && (
            <tspan dx={10} fontSize={WORDS} fontWeight={400} fill="var(--text-3)">
              {note}
            </tspan>
          )}
        </text>
        <text y={TITLE + 24} fill="var(--text-2)">
          {fitted(conditions, INNER_WIDTH, WORDS)}
        </text>
        {keys.map(({ words, mark, colour }, index) => (
          <g key={words} transform={`translate(${places[index]} ${HEAD + 8})`}>
            {mark === 'block' ? (
              <rect y={-9} width={10} height={10} fill={`var(${colour})`} />
            ) : (
              <path
                d="M0 -4H18"
                stroke={`var(${colour})`}
                strokeWidth={2}
                strokeDasharray={mark === 'dashed' ? '5 4' : undefined}
              />
            )}
            <text x={mark === 'block' ? 16 : 26} fill="var(--text-2)">
              {words}
            </text>
          </g>
        ))}
      </g>
      <g transform={`translate(${EDGE} ${top})`}>{children}</g>
      {source.map((line, index) => (
        <text
          key={line}
          x={EDGE}
          y={whole - EDGE / 2 - 4 - (source.length - 1 - index) * FOOT_LINE}
          fontSize={SMALL}
          fill="var(--text-3)"
        >
          {fitted(line, INNER_WIDTH, SMALL)}
        </text>
      ))}
    </svg>
  )
}
