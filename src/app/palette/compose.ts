import { fuzzyFind } from '#/ui/control/fuzzy.ts'
import type { MarkedPiece } from '#/ui/data/marked-pieces.tsx'
import { PALETTE_GROUPS, type PaletteGroup, type PaletteItem } from './item.ts'

const UNTYPED: Readonly<Partial<Record<PaletteGroup, number>>> = {
  recent: 4,
  pages: 20,
  clients: 3,
  views: 4,
  actions: 20,
}
const FOUND_MAX = 20

export interface PaletteRow {
  readonly id: string
  readonly item: PaletteItem
  readonly label: readonly MarkedPiece[]
  readonly note: readonly MarkedPiece[]
}

export interface PaletteSection {
  readonly group: PaletteGroup
  readonly rows: readonly PaletteRow[]
}

/** By group; `untyped`: shown before typing. */
export type PaletteChoices = Readonly<
  Partial<
    Record<
      PaletteGroup,
      {
        readonly items: readonly PaletteItem[]
        readonly untyped?: readonly PaletteItem[]
        /** Derived from the query, not searched. */
        readonly isDerived?: boolean
      }
    >
  >
>

const plain = (text: string): readonly MarkedPiece[] => (text === '' ? [] : [{ text, hit: false }])

const withPart = (text: string, part: string | undefined): readonly MarkedPiece[] => {
  const at = part === undefined || part === '' ? -1 : text.indexOf(part)
  if (at < 0 || part === undefined) return plain(text)
  return [...plain(text.slice(0, at)), { text: part, hit: true }, ...plain(text.slice(at + part.length))]
}

const rowOf = (group: PaletteGroup, item: PaletteItem): PaletteRow => ({
  id: `${group} ${item.id}`,
  item,
  label: withPart(item.label, item.marked),
  note: plain(item.note ?? ''),
})

/** Non-empty groups, best first. Typos count only without exact matches. */
export const composePalette = (choices: PaletteChoices, query: string): readonly PaletteSection[] => {
  const isTyped = query.trim() !== ''
  const found = PALETTE_GROUPS.map((group) => {
    const { items = [], untyped = items, isDerived = false } = choices[group] ?? {}
    const texts = items.map(({ label, note = '', also = '' }) => [label, note, also])
    const hits = isTyped && !isDerived ? fuzzyFind(texts, query) : []
    const offered = isDerived ? items : isTyped ? [] : untyped.slice(0, UNTYPED[group] ?? 0)
    return { group, items, hits, offered }
  })
  const isThere = found.some(({ hits }) => hits.some(({ isExact }) => isExact))
  const sections = found.map(({ group, items, hits, offered }) => ({
    group,
    rows: [
      ...offered.map((item) => rowOf(group, item)),
      ...hits
        .filter(({ isExact }) => isExact || !isThere)
        .slice(0, FOUND_MAX)
        .flatMap(({ index, parts: [label = [], note = []] }): PaletteRow[] => {
          const item = items[index]
          return item ? [{ id: `${group} ${item.id}`, item, label, note }] : []
        }),
    ],
  }))
  const more = sections.flatMap(({ rows }) => (isTyped ? (rows[0]?.item.more ?? []) : []))
  return sections
    .map(({ group, rows }) => ({
      group,
      rows: group === 'actions' ? [...more.map((item) => rowOf(group, item)), ...rows] : rows,
    }))
    .filter(({ rows }) => rows.length > 0)
}

export const untypedOrder = (sections: readonly PaletteSection[]): readonly PaletteSection[] => [
  ...sections.filter(({ group }) => group === 'recent'),
  ...sections.filter(({ group }) => group !== 'recent'),
]
