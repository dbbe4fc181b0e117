import { TOO_FEW } from '#/analytics/evaluation/verdicts.ts'

import { wilson, type RateRange } from '#/analytics/evaluation/wilson.ts'

export interface SearchedFor {
  readonly value: string | null
  readonly contacts: number
  readonly target: number
  readonly not_target: number
}

export interface NegativeKeyword {
  readonly phrase: string
  readonly is: 'request' | 'word'
  readonly contacts: number
  /** Upper bound of the target rate: unmarked contacts count as targets. */
  readonly range: RateRange
  readonly requests: readonly string[]
}

export interface KeywordFindings {
  /** Whole requests first: they exclude nothing else. */
  readonly phrases: readonly NegativeKeyword[]
  readonly rate: number
}

const SHORTEST = 3

/** For comparison: lower case, ё as е. */
const plain = (request: string) => request.toLowerCase().replaceAll('ё', 'е').trim().replaceAll(/\s+/g, ' ')

export const wordsOf = (request: string): ReadonlySet<string> =>
  new Set(
    plain(request)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length >= SHORTEST),
  )

interface Found {
  contacts: number
  target: number
  unknown: number
  requests: { readonly request: string; readonly contacts: number }[]
}

const addTo = (
  all: Map<string, Found>,
  phrase: string,
  { value, contacts, target, not_target }: SearchedFor,
) => {
  const found = all.get(phrase) ?? { contacts: 0, target: 0, unknown: 0, requests: [] }
  all.set(phrase, found)
  found.contacts += contacts
  found.target += target
  found.unknown += contacts - target - not_target
  found.requests.push({ request: value ?? '', contacts })
}

const carried = (
  is: NegativeKeyword['is'],
  all: ReadonlyMap<string, Found>,
  rate: number,
): NegativeKeyword[] =>
  [...all]
    .flatMap(([phrase, { contacts, target, unknown, requests }]): NegativeKeyword[] => {
      const range = wilson(unknown, contacts)
      if (target > 0 || contacts < TOO_FEW || range === null || range.high >= rate) return []
      const ordered = requests.toSorted((a, b) => b.contacts - a.contacts)
      return [{ phrase, is, contacts, range, requests: ordered.map(({ request }) => request) }]
    })
    .toSorted((a, b) => b.contacts - a.contacts || a.phrase.localeCompare(b.phrase))

/**
 * Negative keywords: no targets, and a range below the rate of all contacts. A word only if it was in several
 * requests; with one, the request is more precise.
 * @param searched all contacts, also without a request
 */
export const findNegativeKeywords = (searched: readonly SearchedFor[]): KeywordFindings => {
  const sum = (of: 'contacts' | 'target') => searched.reduce((total, row) => total + row[of], 0)
  const rate = sum('contacts') === 0 ? 0 : sum('target') / sum('contacts')
  const requests = new Map<string, Found>()
  const words = new Map<string, Found>()
  for (const row of searched) {
    if (row.value === null || row.contacts === 0) continue
    addTo(requests, plain(row.value), row)
    for (const word of wordsOf(row.value)) addTo(words, word, row)
  }
  const ofSeveral = new Map(
    [...words].filter(([, found]) => new Set(found.requests.map(({ request }) => plain(request))).size > 1),
  )
  return { rate, phrases: [...carried('request', requests, rate), ...carried('word', ofSeveral, rate)] }
}
