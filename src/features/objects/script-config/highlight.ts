import javascript from 'highlight.js/lib/languages/javascript'
import xml from 'highlight.js/lib/languages/xml'
import { createLowlight } from 'lowlight'

/** What a piece of code is, as far as it has a colour of its own. */
export type CodeKind = 'comment' | 'keyword' | 'name' | 'string' | 'value'

/** A piece of the code as it is written, and its kind; null for what stays ink. */
export interface CodeRun {
  readonly text: string
  readonly kind: CodeKind | null
}

const KINDS: Readonly<Record<string, CodeKind>> = {
  'hljs-comment': 'comment',
  'hljs-meta': 'comment',
  'hljs-keyword': 'keyword',
  'hljs-literal': 'keyword',
  'hljs-name': 'name',
  'hljs-title': 'name',
  'hljs-built_in': 'name',
  'hljs-string': 'string',
  'hljs-regexp': 'string',
  'hljs-number': 'value',
  'hljs-attr': 'value',
  'hljs-symbol': 'value',
}

// Each alone: together they look for one another inside of themselves, and a hostile snippet of nested tags would take
// them many seconds.
const [markup, script] = [createLowlight({ xml }), createLowlight({ javascript })]
type Node = ReturnType<typeof markup.highlight>['children'][number]

const runsOf = (nodes: readonly Node[], kind: CodeKind | null): CodeRun[] =>
  nodes.flatMap((node) => {
    if (node.type === 'text') return [{ text: node.value, kind }]
    if (node.type !== 'element') return []
    const names = node.properties['className']
    const own = Array.isArray(names) ? names.map((name) => KINDS[name]).find(Boolean) : undefined
    return runsOf(node.children, own ?? kind)
  })

const markupRuns = (code: string) => runsOf(markup.highlight('xml', code).children, null)
const scriptRuns = (code: string) => runsOf(script.highlight('javascript', code).children, null)

const OPENING = /<script(?=[\s/>])[^>]*>/gi
const CLOSING = /<\/script/gi
const findFrom = (pattern: RegExp, code: string, at: number) => {
  pattern.lastIndex = at
  return pattern.exec(code)
}

const allRuns = (code: string): CodeRun[] => {
  const runs: CodeRun[] = []
  for (let at = 0; at < code.length;) {
    const opening = findFrom(OPENING, code, at)
    const start = opening ? opening.index + opening[0].length : code.length
    const end = findFrom(CLOSING, code, start)?.index ?? code.length
    runs.push(...markupRuns(code.slice(at, start)), ...scriptRuns(code.slice(start, end)))
    at = end
  }
  return runs
}

/**
 * HTML and the JavaScript in it, in pieces by what they are; joined, the pieces are the code again, to the letter. Data
 * only, no markup is made of it. Null when it cannot be told apart.
 */
export const highlight = (code: string): readonly CodeRun[] | null => {
  try {
    const runs = allRuns(code)
    return runs.map(({ text }) => text).join('') === code ? runs : null
  } catch {
    return null
  }
}
