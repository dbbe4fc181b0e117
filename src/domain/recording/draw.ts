import { barsOf, type Waveform } from './waveform.ts'

export interface WaveformColours {
  /** Per voice: played and remaining. */
  readonly heard: readonly [string, string]
  readonly rest: readonly [string, string]
  readonly head: string
}

const TOKENS = {
  heard: ['--chart-1', '--chart-2'],
  rest: ['--chart-compare', '--line-strong'],
  head: '--text',
} as const

const SYSTEM: WaveformColours = {
  heard: ['Highlight', 'Highlight'],
  rest: ['CanvasText', 'CanvasText'],
  head: 'CanvasText',
}

/** Colors of the current theme. `light-dark()` resolves only in an element's style, so the canvas is used. */
export const coloursOf = (canvas: HTMLCanvasElement): WaveformColours => {
  if (matchMedia('(forced-colors: active)').matches) return SYSTEM
  const resolve = (token: string) => {
    canvas.style.color = `var(${token})`
    return getComputedStyle(canvas).color
  }
  const { heard, rest, head } = TOKENS
  const colours: WaveformColours = {
    heard: [resolve(heard[0]), resolve(heard[1])],
    rest: [resolve(rest[0]), resolve(rest[1])],
    head: resolve(head),
  }
  canvas.style.color = ''
  return colours
}

/** Distance and width of bars in CSS pixels. */
const PITCH = 4
const BAR = 2
const LEAST = 2
const MIDDLE = 1
const HEAD = 1.5
const KNOB = 6

/**
 * Draws the first voice up, the second down, a single one mirrored; a plain bar without waveform. Sizes in CSS
 * pixels.
 * @param share played, 0 to 1
 */
export const drawWaveform = (
  context: CanvasRenderingContext2D,
  { width, height }: { readonly width: number; readonly height: number },
  waveform: Waveform | null,
  share: number,
  { heard, rest, head }: WaveformColours,
) => {
  context.clearRect(0, 0, width, height)
  const middle = height / 2
  const at = share * width
  if (waveform) {
    const [upper = [], lower] = waveform.voices
    const count = Math.floor((width + PITCH - BAR) / PITCH)
    const bars = [barsOf(upper, count), barsOf(lower ?? upper, count)] as const
    const room = middle - MIDDLE
    for (let index = 0; index < count; index += 1) {
      const x = index * PITCH
      const colours = x + BAR / 2 <= at ? heard : rest
      const [up, down] = [bars[0][index]!, bars[1][index]!].map((level) =>
        Math.max(LEAST, Math.round(level * room)),
      ) as [number, number]
      context.fillStyle = colours[0]
      context.fillRect(x, middle - MIDDLE - up, BAR, up)
      context.fillStyle = lower ? colours[1] : colours[0]
      context.fillRect(x, middle + MIDDLE, BAR, down)
    }
    context.fillStyle = head
    context.fillRect(Math.min(Math.max(at - HEAD / 2, 0), width - HEAD), 0, HEAD, height)
  } else {
    context.fillStyle = rest[1]
    context.fillRect(0, middle - 2, width, 4)
    context.fillStyle = heard[0]
    context.fillRect(0, middle - 2, at, 4)
    context.fillStyle = head
    context.beginPath()
    context.arc(Math.min(Math.max(at, KNOB), width - KNOB), middle, KNOB, 0, 2 * Math.PI)
    context.fill()
  }
}
