import type { TextSearch } from '#/analytics/texts/text-search.ts'
import type { StoredDay } from '../stored-day.ts'
import { contactStems } from './contact-stems.ts'

/* A day's text index, as one string: its contacts, then one line per stem with the contacts that contain it. */

const RADIX = 36

export const indexTexts = (stored: StoredDay): string => {
  const contacts: [id: number, oid: string | null][] = []
  const lines = new Map<string, number[]>()
  for (const { id, oid, stems } of contactStems(stored)) {
    const nth = contacts.push([id, oid]) - 1
    for (const stem of stems) {
      const line = lines.get(stem)
      if (line) line.push(nth)
      else lines.set(stem, [nth])
    }
  }
  if (contacts.length === 0) return ''
  const stems = Array.from(
    lines,
    ([stem, some]) => `${stem}\t${some.map((nth) => nth.toString(RADIX)).join()}\n`,
  )
  return `${JSON.stringify(contacts)}\n${stems.join('')}`
}

const contactsAt = (index: string, at: number): number[] =>
  index
    .slice(index.indexOf('\t', at) + 1, index.indexOf('\n', at))
    .split(',')
    .map((nth) => Number.parseInt(nth, RADIX))

const holding = (index: string, stem: string): readonly number[] => {
  const at = index.indexOf(`\n${stem}\t`)
  return at < 0 ? [] : contactsAt(index, at + 1)
}

const beginning = (index: string, word: string): number[] => {
  const found: number[] = []
  for (let at = index.indexOf(`\n${word}`); at >= 0; at = index.indexOf(`\n${word}`, at + 1))
    found.push(...contactsAt(index, at + 1))
  return found
}

export const searchTexts = (
  index: string,
  { stems, begun }: TextSearch,
): readonly (readonly [id: number, oid: string | null])[] => {
  const sets = [
    ...(begun ? [[...holding(index, begun.stem), ...beginning(index, begun.word)]] : []),
    ...stems.map((stem) => holding(index, stem)),
  ].map((some) => new Set(some))
  const [first = new Set<number>(), ...others] = sets
  const found = [...first].filter((nth) => others.every((some) => some.has(nth)))
  if (found.length === 0) return []
  // Written by indexTexts.
  const contacts = JSON.parse(index.slice(0, index.indexOf('\n'))) as (readonly [number, string | null])[]
  return found.map((nth) => contacts[nth]!)
}
