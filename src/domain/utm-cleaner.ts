import type { Renamed } from '#/analytics/aliases.ts'
import type { Filter } from '#/contract/figures/questions.ts'
import type { ReportTable } from '#/contract/figures/answers.ts'

/*
 * Proposals for messy source and campaign names: spellings of one campaign, and macros that were never
 * expanded. The raw values stay.
 */

export interface UtmValue {
  readonly value: string
  readonly contacts: number
}

export const NO_CAMPAIGN: readonly Filter[] = [{ by: 'campaign', values: [null] }]

/** The question for all raw names: rules refer to raw names. */
export const rawTable = (dimension: Renamed, filters: readonly Filter[] = []) =>
  ({ dimension, filters, won: [], limit: null, countAs: [], raw: true }) as const

export const namedOf = ({ rows }: ReportTable): UtmValue[] =>
  rows.flatMap(({ value, contacts }) => (value === null ? [] : [{ value, contacts }]))

export type Proposal =
  /** Spellings that differ in case, separators or look-alikes only; `into` is the most frequent. */
  | { readonly is: 'twins'; readonly into: string; readonly values: readonly UtmValue[] }
  | { readonly is: 'macro'; readonly value: UtmValue }

const MACRO =
  /\{\{?[^{}]*\}?\}|%7b.*%7d|\[[a-z_]+\]|\$\{|<[a-z_]+>|^(?:null|undefined|none|\(not set\)|\(none\))$/i

export const isMacro = (value: string): boolean => MACRO.test(value)

/** Cyrillic letters by their Latin look-alikes. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  с: 'c',
  е: 'e',
  н: 'h',
  к: 'k',
  м: 'm',
  о: 'o',
  р: 'p',
  т: 't',
  у: 'y',
  х: 'x',
}

/** A spelling without case, separators and look-alikes; look-alikes only in words that mix alphabets. */
export const skeletonOf = (value: string): string => {
  const plain = value
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
  const isMixed = /[a-z]/.test(plain) && /[а-я]/.test(plain)
  return isMixed ? plain.replaceAll(/[а-я]/g, (letter) => LOOKALIKES[letter] ?? letter) : plain
}

export const proposalsFor = (all: readonly UtmValue[]): Proposal[] => {
  const macros = all.filter(({ value }) => isMacro(value))
  const spellings = Map.groupBy(
    all.filter(({ value }) => !isMacro(value) && skeletonOf(value) !== ''),
    ({ value }) => skeletonOf(value),
  )
  const twins = [...spellings.values()]
    .filter((values) => values.length > 1)
    .map((values) => values.toSorted((a, b) => b.contacts - a.contacts || a.value.localeCompare(b.value)))
  const proposals: Proposal[] = [
    ...twins.map((values) => ({ is: 'twins', into: values[0]!.value, values }) as const),
    ...macros.map((value) => ({ is: 'macro', value }) as const),
  ]
  const worth = (proposal: Proposal) =>
    proposal.is === 'macro'
      ? proposal.value.contacts
      : proposal.values.reduce((sum, { contacts }) => sum + contacts, 0)
  return proposals.toSorted((a, b) => worth(b) - worth(a))
}

export interface MissingCampaign {
  readonly source: string
  readonly contacts: number
  readonly missing: number
}

/**
 * Sources with a campaign in at least half of their contacts, but not all; most missing first. The service
 * does not say which sources are paid, so naming campaigns stands in for that.
 * @param all contacts by source
 * @param without those without a campaign
 */
export const missingCampaigns = (
  all: readonly SourceContacts[],
  without: readonly SourceContacts[],
): MissingCampaign[] => {
  const lacking = new Map(without.map(({ value, contacts }) => [value, contacts]))
  return all
    .flatMap(({ value, contacts }) => {
      const missing = lacking.get(value) ?? 0
      return value !== null && missing > 0 && missing * 2 <= contacts
        ? [{ source: value, contacts, missing }]
        : []
    })
    .toSorted((a, b) => b.missing - a.missing || a.source.localeCompare(b.source))
}
type SourceContacts = { readonly value: string | null; readonly contacts: number }

/**
 * Proposals that the user's rules have not settled.
 * @param rules of the same dimension, by raw name
 */
export const openProposals = (
  proposals: readonly Proposal[],
  rules: ReadonlyMap<string, string>,
): Proposal[] => {
  const counts = (value: string) => rules.get(value) ?? value
  return proposals.filter((proposal) =>
    proposal.is === 'macro'
      ? !rules.has(proposal.value.value)
      : new Set(proposal.values.map(({ value }) => counts(value))).size > 1,
  )
}
