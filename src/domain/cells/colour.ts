export type Rgb = readonly [number, number, number]

const HEX = /^#?(?:([\da-f])([\da-f])([\da-f])|([\da-f]{2})([\da-f]{2})([\da-f]{2}))$/i

/** Parses `#2e7d32`, `2e7d32` or `#abc`; null: anything else. */
export const readColour = (raw: string | null): Rgb | null => {
  const parts = HEX.exec(raw?.trim() ?? '')
    ?.slice(1)
    .filter((part) => part !== undefined)
    .map((part) => Number.parseInt(part.length === 1 ? part + part : part, 16) / 255)
  const [red, green, blue] = parts ?? []
  return red === undefined || green === undefined || blue === undefined ? null : [red, green, blue]
}

const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const fromLinear = (value: number) =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055

const luminance = ([red, green, blue]: Rgb) =>
  0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue)

/** WCAG 2.2 contrast ratio, 1 to 21. */
export const contrast = (a: Rgb, b: Rgb): number => {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((one, other) => other - one)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

/** Lightness 0 to 1, chroma, hue in radians: perceptually uniform, so that hues survive a change of lightness. */
export type Oklch = readonly [lightness: number, chroma: number, hue: number]

const toOklch = ([red, green, blue]: Rgb): Oklch => {
  const [r, g, b] = [toLinear(red), toLinear(green), toLinear(blue)]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const yellow = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, Math.hypot(a, yellow), Math.atan2(yellow, a)]
}

/** Values outside 0 to 1 are out of gamut. */
const unclamped = ([lightness, chroma, hue]: Oklch): Rgb => {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    fromLinear(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    fromLinear(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    fromLinear(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

const STEPS = 20
/** Bisects to the valid number nearest to `wrong`. */
const nearest = (right: number, wrong: number, isRight: (value: number) => boolean): number => {
  let [good, bad] = [right, wrong]
  for (let step = 0; step < STEPS; step++) {
    const middle = (good + bad) / 2
    if (isRight(middle)) good = middle
    else bad = middle
  }
  return good
}

export const fromOklch = ([lightness, chroma, hue]: Oklch): Rgb => {
  const isShown = (value: number) =>
    unclamped([lightness, value, hue]).every((part) => part >= -1e-4 && part <= 1.0001)
  const [red, green, blue] = unclamped([
    lightness,
    isShown(chroma) ? chroma : nearest(0, chroma, isShown),
    hue,
  ])
  const clamped = (part: number) => Math.min(1, Math.max(0, part))
  return [clamped(red), clamped(green), clamped(blue)]
}

/** WCAG 2.2, 1.4.3 with a margin for 8-bit rounding. */
const READABLE = 4.55

/** Adjusts lightness for contrast on `ground`, keeping the hue. */
export const readableOn = (colour: Rgb, ground: Rgb): Rgb => {
  const isReadable = (one: Rgb) => contrast(one, ground) >= READABLE
  if (isReadable(colour)) return colour
  const [lightness, chroma, hue] = toOklch(colour)
  const at = (value: number) => fromOklch([value, chroma, hue])
  return at(nearest(luminance(ground) > 0.18 ? 0 : 1, lightness, (value) => isReadable(at(value))))
}

export const hexOf = (colour: Rgb): string =>
  `#${colour
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** `--bg` of src/styles.css in both themes; a test compares. */
export const GROUNDS = {
  light: [0.99, 0.002, 85],
  dark: [0.195, 0.005, 75],
} as const
const groundOf = ([lightness, chroma, degrees]: (typeof GROUNDS)[keyof typeof GROUNDS]) =>
  fromOklch([lightness, chroma, (degrees * Math.PI) / 180])
const LIGHT = groundOf(GROUNDS.light)
const DARK = groundOf(GROUNDS.dark)

/** An external color as readable text by theme; null: invalid. */
export const inkOf = (raw: string | null): string | null => {
  const colour = readColour(raw)
  return colour && `light-dark(${hexOf(readableOn(colour, LIGHT))}, ${hexOf(readableOn(colour, DARK))})`
}
