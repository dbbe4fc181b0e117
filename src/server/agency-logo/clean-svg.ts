/*
 * An SVG with nothing but shapes: it is taken apart and written anew from what is on these lists. It is shown as an image
 * besides, where no script runs and nothing is fetched; this holds even where somebody saves the file and opens it.
 */

const ELEMENTS: ReadonlySet<string> = new Set([
  'svg',
  'g',
  'defs',
  'title',
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'linearGradient',
  'radialGradient',
  'stop',
  'clipPath',
])
const ATTRIBUTES: ReadonlySet<string> = new Set(
  `viewBox width height preserveAspectRatio id transform version d x y x1 y1 x2 y2 cx cy r rx ry fx fy
    points pathLength fill fill-rule fill-opacity stroke stroke-width stroke-linecap stroke-linejoin
    stroke-miterlimit stroke-dasharray stroke-dashoffset stroke-opacity opacity color offset stop-color
    stop-opacity gradientUnits gradientTransform spreadMethod clip-path clip-rule clipPathUnits
    vector-effect`.split(/\s+/),
)
/** Letters, digits and what numbers, colours and transforms are written with; an address of its own is `url(#id)` alone. */
const VALUE = /^[\w\s.,#%()+-]*$/
const OWN_ADDRESS = /url\(\s*#[\w.-]+\s*\)/gi
const ANY_ADDRESS = /url\s*\(|:|\/\//i
/** Deeper is no logo. */
const DEPTH_MAX = 50

/** Comments, instructions, sections, tags with their attributes, and text. */
const TOKEN =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[[\s\S]*?\]\]>|<(\/?)([A-Za-z_][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|[^<]+/y
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)

const attributesOf = (text: string): string =>
  [...text.matchAll(ATTRIBUTE)]
    .map(([, name = '', double, single]) => ({ name, value: double ?? single ?? '' }))
    .filter(
      ({ name, value }) =>
        ATTRIBUTES.has(name) && VALUE.test(value) && !ANY_ADDRESS.test(value.replace(OWN_ADDRESS, '')),
    )
    .map(({ name, value }) => ` ${name}="${escaped(value)}"`)
    .join('')

/** Null: it is no SVG, is not well formed, or has nothing left that could be shown. */
export const cleanSvg = (source: string): string | null => {
  const text = source.replace(/^\uFEFF/, '').trim()
  // Entities may stand for anything, and multiply.
  if (/<!DOCTYPE|<!ENTITY|\0/i.test(text)) return null
  const parts: string[] = []
  /** Open elements, and whether they are kept. */
  const open: { name: string; isKept: boolean }[] = []
  let roots = 0
  let shapes = 0
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const match = TOKEN.exec(text)
    if (match === null) return null
    const [whole, slash, name, attributes = '', isEmpty] = match
    const around = open.at(-1)
    if (name === undefined) {
      // Text is the title's alone: a typeface is nothing that is known here.
      if (around?.isKept && around.name === 'title' && !whole.startsWith('<'))
        parts.push(escaped(whole.replace(/&[^;]*;/g, '')))
      if (around === undefined && !whole.startsWith('<') && whole.trim() !== '') return null
      continue
    }
    if (slash === '/') {
      if (around?.name !== name) return null
      open.pop()
      if (around.isKept) parts.push(`</${name}>`)
      continue
    }
    if (around === undefined && (name !== 'svg' || ++roots > 1)) return null
    const isKept = ELEMENTS.has(name) && (around?.isKept ?? true) && around?.name !== 'title'
    if (isKept) {
      const space = around === undefined ? ' xmlns="http://www.w3.org/2000/svg"' : ''
      parts.push(`<${name}${space}${attributesOf(attributes)}${isEmpty === '/' ? '/' : ''}>`)
      if (!['svg', 'g', 'defs', 'title'].includes(name)) shapes++
    }
    if (isEmpty !== '/') open.push({ name, isKept })
    if (open.length > DEPTH_MAX) return null
  }
  return open.length === 0 && roots === 1 && shapes > 0 ? parts.join('') : null
}
