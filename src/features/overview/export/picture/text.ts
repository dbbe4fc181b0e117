export const FONTS = "Inter, 'Segoe UI', 'Helvetica Neue', 'Liberation Sans', Arial, sans-serif"

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
