import type { Declaration, Root } from 'postcss'

/*
 * Custom properties that a style sheet declares once for all pages: colours (`--chart-1`), and what Tailwind composes
 * values of (`--tw-shadow`). A sheet needs those that it or its scripts name.
 */

export interface Token {
  readonly name: string
  /** What its text stands in, from the outermost: `:root,.on-paper`. */
  readonly outer: readonly string[]
  readonly text: string
  /** Takes it out of the sheet that it was read from. */
  readonly remove: () => void
}

const COLOURS = ':root,.on-paper'
/** Where `@property` is not known, rules in this layer stand for it. */
const COMPOSED = '@layer properties'
const NUMBER = /\d+$/

const around = (declaration: Declaration): readonly string[] => {
  const outer: string[] = []
  for (let at = declaration.parent; at?.type === 'rule' || at?.type === 'atrule'; at = at.parent as typeof at)
    outer.unshift(at.type === 'rule' ? at.selector : `@${at.name} ${at.params}`)
  return outer
}

export const tokensOf = (sheet: Root): readonly Token[] => {
  const tokens: Token[] = []
  sheet.walkAtRules('property', (rule) => {
    tokens.push({ name: rule.params, outer: [], text: rule.toString(), remove: () => rule.remove() })
  })
  sheet.walkDecls(/^--/, (declaration) => {
    const outer = around(declaration)
    if (outer[0] !== COMPOSED && outer[0] !== COLOURS) return
    tokens.push({
      name: declaration.prop,
      outer,
      text: `${declaration.toString()};`,
      remove: () => declaration.remove(),
    })
  })
  return tokens
}

/** Whether a text has its name, or puts it together: `--heat-${level}`. */
export const isNamed = ({ name }: Token, text: string): boolean =>
  text.includes(name) || (NUMBER.test(name) && text.includes(name.replace(NUMBER, '${')))

/** Those that a text names, or that are named where one of them is declared. */
export const namedTokens = (tokens: readonly Token[], text: string): ReadonlySet<Token> => {
  const named = new Set<Token>()
  for (let texts = text; texts !== '';) {
    const more = tokens.filter((one) => !named.has(one) && isNamed(one, texts))
    for (const one of more) named.add(one)
    texts = more.map((one) => one.text).join('')
  }
  return named
}

/** What declares them. */
export const tokenSheet = (tokens: Iterable<Token>): string =>
  [...Map.groupBy(tokens, ({ outer }) => outer.join('\n')).values()]
    .map((all) => {
      const { outer } = all[0]!
      return `${outer.map((one) => `${one}{`).join('')}${all.map(({ text }) => text).join('')}${'}'.repeat(outer.length)}`
    })
    .join('')
