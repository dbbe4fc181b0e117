import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import postcss, { type AtRule, type ChildNode, type Declaration, type Root, type Rule } from 'postcss'
import type { Plugin, Rolldown } from 'vite'
import { isNamed, namedTokens, tokenSheet, tokensOf } from './tokens.ts'
import { FIRST_PAGES, FRAME, PAGE_PART, SIGN_IN } from './chunks-by-page.ts'

const DOCUMENT = join(import.meta.dirname, '../../index.html')
const UTILITIES = 'utilities'
/** Of a class in a selector, escaped as there. */
const CLASS = /\.((?:\\.|[\w-])+)/
/** What class names stand between in a script. */
const BETWEEN = /[\s"'`]+/

/** Properties that set the same, besides those of which one begins with the other. */
const FAMILIES = [
  /^(?:inset|top|right|bottom|left)\b/,
  /\bgap$/,
  /^(?:place|align|justify)-/,
  /^border/,
  /^margin/,
  /^padding/,
]
const setSame = (a: string, b: string) =>
  a === b ||
  a.startsWith(`${b}-`) ||
  b.startsWith(`${a}-`) ||
  FAMILIES.some((family) => family.test(a) && family.test(b))

interface Utility {
  /** As they stand in scripts. */
  readonly classes: readonly string[]
  /** What it stands in within the layer of utilities: `@media (width<=760px)`, from the outermost. */
  readonly conditions: readonly string[]
  readonly text: string
  readonly declarations: readonly Declaration[]
  /** When it holds and what it sets: two of a kind on one element would be a slip. */
  readonly kind: string
  /** Those of one layer may stand in any order; between layers theirs holds, whatever comes first. */
  layer: number
}

const isUtilities = (node: ChildNode): node is AtRule =>
  node.type === 'atrule' && node.name === 'layer' && node.params === UTILITIES

const conditionsOf = (rule: Rule, layer: AtRule): readonly string[] => {
  const conditions: string[] = []
  for (let at = rule.parent as AtRule; at !== layer; at = at.parent as AtRule)
    conditions.unshift(`@${at.name} ${at.params}`)
  return conditions
}

/** Whether it matters which of two stands behind the other. */
const areOrdered = (a: Utility, b: Utility) =>
  a.kind !== b.kind &&
  a.declarations.some(({ prop, value }) =>
    b.declarations.some((other) => (prop === other.prop ? value !== other.value : setSame(prop, other.prop))),
  )

/** All rules in the layer of utilities, in their order. */
export const utilitiesOf = (sheet: Root): readonly Utility[] => {
  const all: Utility[] = []
  for (const layer of sheet.nodes.filter(isUtilities))
    layer.walkRules((rule) => {
      const conditions = conditionsOf(rule, layer)
      const declarations = rule.nodes.filter((node) => node.type === 'decl')
      const properties = declarations.map(({ prop }) => prop)
      all.push({
        classes: rule.selectors.map((one) => CLASS.exec(one)?.[1]?.replaceAll(/\\(.)/g, '$1') ?? ''),
        conditions,
        text: rule.toString(),
        declarations,
        kind: [...conditions, rule.selectors.map((one) => one.replace(CLASS, '')), properties].join('|'),
        layer: 0,
      })
    })
  // As few layers as the order allows: each rule right behind the last of those that it has to stand behind.
  for (const [nth, one] of all.entries())
    for (let before = 0; before < nth; before++) {
      const { layer } = all[before]!
      if (layer >= one.layer && areOrdered(all[before]!, one)) one.layer = layer + 1
    }
  return all
}

/** A letter and, from the 27th on, a number. */
const layerName = (layer: number) =>
  `${String.fromCodePoint(97 + (layer % 26))}${Math.floor(layer / 26) || ''}`

const inside = (outer: readonly string[], text: string) =>
  `${outer.map((one) => `${one}{`).join('')}${text}${'}'.repeat(outer.length)}`

/** Rules in their layers, as text. */
export const sheetOf = (utilities: readonly Utility[]): string => {
  const groups = Map.groupBy(utilities, ({ layer, conditions }) =>
    [`@layer ${layerName(layer)}`, ...conditions].join('\n'),
  )
  const rules = [...groups].map(([outer, all]) =>
    inside(outer.split('\n'), all.map(({ text }) => text).join('')),
  )
  return inside([`@layer ${UTILITIES}`], rules.join(''))
}

/** Says the order of the layers, and all that is no utility. */
const beginningOf = (sheet: Root, utilities: readonly Utility[]): string => {
  const layers = Array.from({ length: Math.max(...utilities.map(({ layer }) => layer)) + 1 }, (_, layer) =>
    layerName(layer),
  )
  const [first, ...more] = sheet.nodes.filter(isUtilities)
  first!.nodes = []
  first!.append(postcss.parse(`@layer ${layers.join()};`))
  for (const layer of more) layer.remove()
  return sheet.toString()
}

/**
 * Takes the style sheet of the build apart: the document's own has what the sign-in page needs, the frame and each of
 * {@link FIRST_PAGES} bring what they need besides, and all the rest comes with the first script that has a class of it.
 * Utilities keep their order by layers within theirs.
 */
export const stylesByPage = (): Plugin => ({
  name: 'styles-by-page',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    const entry = chunks.find(({ isEntry }) => isEntry)!
    const [name = ''] = entry.viteMetadata!.importedCss
    const whole = bundle[name]
    if (whole?.type !== 'asset') throw new Error('The document has no style sheet: does main.tsx import it?')
    const sheet = postcss.parse(String(whole.source))
    const utilities = utilitiesOf(sheet)
    const byClass = new Map<string, Utility[]>()
    for (const one of utilities)
      for (const each of one.classes) byClass.set(each, [...(byClass.get(each) ?? []), one])
    const quoted = [...byClass.keys()].filter((one) => BETWEEN.test(one))

    const namedIn = (text: string): readonly Utility[] =>
      [...new Set(text.split(BETWEEN)), ...quoted.filter((one) => text.includes(one))].flatMap(
        (one) => byClass.get(one) ?? [],
      )
    const found = new Map(chunks.map(({ fileName, code }) => [fileName, namedIn(code)]))
    const withImports = (first: readonly Rolldown.OutputChunk[]): ReadonlySet<Rolldown.OutputChunk> => {
      const all = new Set(first)
      for (const { imports } of all)
        for (const file of imports) {
          const chunk = bundle[file]
          if (chunk?.type === 'chunk') all.add(chunk)
        }
      return all
    }
    /** What chunks and all that they import have classes of. */
    const neededBy = (first: readonly Rolldown.OutputChunk[]): Set<Utility> =>
      new Set([...withImports(first)].flatMap(({ fileName }) => found.get(fileName) ?? []))
    const codeOf = (first: readonly Rolldown.OutputChunk[]) =>
      [...withImports(first)].map(({ code }) => code).join('')
    const emit = (sheetName: string, source: string) =>
      this.getFileName(this.emitFile({ type: 'asset', name: `${sheetName}.css`, source }))
    const without = (needed: ReadonlySet<Utility>, ...others: readonly ReadonlySet<Utility>[]) =>
      utilities.filter((one) => needed.has(one) && !others.some((other) => other.has(one)))

    const pages = new Map(
      chunks.flatMap((chunk) =>
        chunk.moduleIds.flatMap((id) => {
          const route = PAGE_PART.exec(id)?.groups?.['name']
          return route === undefined ? [] : [[route, chunk] as const]
        }),
      ),
    )
    const first = [entry, pages.get(SIGN_IN)!]
    const begun = neededBy(first)
    const page = readFileSync(DOCUMENT, 'utf8')
    for (const one of namedIn(page)) begun.add(one)
    const frame = neededBy([pages.get(FRAME)!])

    delete bundle[name]
    entry.viteMetadata!.importedCss.clear()
    const all = tokensOf(sheet)
    for (const token of all) token.remove()
    const beginning = beginningOf(sheet, utilities) + sheetOf(utilities.filter((one) => begun.has(one)))
    const tokens = namedTokens(all, beginning + page + codeOf(first))
    entry.viteMetadata!.importedCss.add(emit('index', tokenSheet(tokens) + beginning))
    const moreTokens = all.filter((one) => !tokens.has(one))
    /** The tokens besides the document's that rules or these chunks name. */
    const moreFor = (rules: string, of: readonly Rolldown.OutputChunk[]) =>
      namedTokens(moreTokens, rules + codeOf(of))
    const frameRules = sheetOf(without(frame, begun))
    const frameTokens = moreFor(frameRules, [pages.get(FRAME)!])
    const framed = emit('frame', tokenSheet(frameTokens) + frameRules)
    const firstSheets = new Map(
      [...Map.groupBy(FIRST_PAGES, ([, sheetName]) => sheetName)].flatMap(([sheetName, routes]) => {
        const of = routes.map(([route]) => pages.get(route)!)
        const rules = sheetOf(without(neededBy(of), begun, frame))
        const pageTokens = [...moreFor(rules, of)].filter((one) => !frameTokens.has(one))
        const file = emit(sheetName, tokenSheet(pageTokens) + rules)
        return of.map((chunk) => [chunk, file] as const)
      }),
    )
    firstSheets.set(pages.get(FRAME)!, framed)
    const rest = emit('rest', tokenSheet(moreTokens) + sheetOf(without(new Set(utilities), begun, frame)))
    for (const chunk of chunks) {
      const file = firstSheets.get(chunk)
      const { importedCss } = chunk.viteMetadata!
      if (file) importedCss.add(file)
      else if (chunk.isDynamicEntry) {
        const needed = without(neededBy([chunk]), begun)
        if (needed.some((one) => frame.has(one))) importedCss.add(framed)
        if (needed.some((one) => !frame.has(one)) || moreTokens.some((one) => isNamed(one, codeOf([chunk]))))
          importedCss.add(rest)
      }
    }
  },
})
