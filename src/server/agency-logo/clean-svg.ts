import { SaxesParser } from 'saxes'

/*
 * Rebuilds an SVG from allow-listed elements and attributes. It is only shown as an image, where no script
 * runs, but stays safe even when saved and opened.
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
/** Numbers, colours and transforms; references as `url(#id)` only. */
const VALUE = /^[\w\s.,#%()+-]*$/
const OWN_ADDRESS = /url\(\s*#[\w.-]+\s*\)/gi
const ANY_ADDRESS = /url\s*\(|:|\/\//i
const DEPTH_MAX = 50

const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)

const attributesOf = (attributes: Readonly<Record<string, string>>): string =>
  Object.entries(attributes)
    .filter(
      ([name, value]) =>
        ATTRIBUTES.has(name) && VALUE.test(value) && !ANY_ADDRESS.test(value.replace(OWN_ADDRESS, '')),
    )
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('')

class Unsafe extends Error {}
const refuse = (): never => {
  throw new Unsafe()
}

/** Drawing programs write colours as rules and `style`, of which nothing is kept. */
export const hasStyles = (source: string): boolean => /<style|\sstyle\s*=/i.test(source)

/** Every selector is tried on every element, for about a second at this product. */
const TRIES_MAX = 10_000

const triesIn = (source: string): number => {
  const [, ...styles] = source.split(/<style/i)
  const rules = styles.join('').match(/[^{}]*\{/g) ?? []
  const selectors = rules.reduce((sum, rule) => sum + rule.split(',').length, 0)
  return selectors * (source.split('<').length - 1)
}

/** Rules and `style` as attributes. @throws on what it cannot read, and on too many rules and elements */
export const stylesAsAttributes = async (source: string): Promise<string> => {
  if (triesIn(source) > TRIES_MAX) throw new Error('too many rules')
  const { optimize } = await import('svgo')
  const plugins = [
    { name: 'inlineStyles' as const, params: { onlyMatchedOnce: false } },
    'convertStyleToAttrs' as const,
  ]
  return optimize(source, { plugins }).data
}

/** Null: invalid, or nothing to show. */
export const cleanSvg = (source: string): string | null => {
  const parts: string[] = []
  const open: { name: string; isAllowed: boolean }[] = []
  let shapes = 0
  const parser = new SaxesParser()
  parser.on('error', refuse)
  // Entities can hide content and multiply; without them it is the first line of many a drawing program's file.
  parser.on('doctype', (text) => text.includes('[') && refuse())
  parser.on('opentag', ({ name, attributes, isSelfClosing }) => {
    const around = open.at(-1)
    if ((around === undefined && name !== 'svg') || open.length === DEPTH_MAX) refuse()
    const isAllowed = ELEMENTS.has(name) && (around?.isAllowed ?? true) && around?.name !== 'title'
    open.push({ name, isAllowed })
    if (!isAllowed) return
    const space = around === undefined ? ' xmlns="http://www.w3.org/2000/svg"' : ''
    parts.push(`<${name}${space}${attributesOf(attributes)}${isSelfClosing ? '/' : ''}>`)
    if (!['svg', 'g', 'defs', 'title'].includes(name)) shapes++
  })
  parser.on('closetag', ({ name, isSelfClosing }) => {
    if (open.pop()?.isAllowed && !isSelfClosing) parts.push(`</${name}>`)
  })
  parser.on('text', (text) => {
    const around = open.at(-1)
    if (around?.isAllowed && around.name === 'title') parts.push(escaped(text))
  })
  try {
    parser.write(source.trim()).close()
  } catch {
    return null
  }
  return shapes > 0 ? parts.join('') : null
}
