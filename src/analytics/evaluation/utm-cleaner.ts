import type { Renamed } from '#/analytics/columns/aliases.ts'
import type { Filter } from '#/analytics/columns/select.ts'
import type { ReportTable } from '#/analytics/figures/tables.ts'

/*
 * Names of sources and campaigns are typed by people and filled in by machines: one campaign has three spellings, and a
 * macro that was never expanded has brought a hundred contacts. What is found is only proposed; the raw value stays.
 */

/** What a value was worth. */
export interface UtmValue {
  readonly value: string
  readonly contacts: number
}

export const NO_CAMPAIGN: readonly Filter[] = [{ by: 'campaign', values: [null] }]

/** The worker's question about every name as it came: rules are made about raw names. */
export const rawTable = (dimension: Renamed, filters: readonly Filter[] = []) =>
  ({ dimension, filters, won: [], limit: null, countAs: [], raw: true }) as const

/** Names and their contacts; contacts without a name are left out. */
export const namedOf = ({ rows }: ReportTable): UtmValue[] =>
  rows.flatMap(({ value, contacts }) => (value === null ? [] : [{ value, contacts }]))

export type Proposal =
  /** Spellings that differ in nothing that means anything; `into` is the one most contacts came with. */
  | { readonly is: 'twins'; readonly into: string; readonly values: readonly UtmValue[] }
  /** A placeholder that the advertising system should have replaced. */
  | { readonly is: 'macro'; readonly value: UtmValue }

const MACRO =
  /\{\{?[^{}]*\}?\}|%7b.*%7d|\[[a-z_]+\]|\$\{|<[a-z_]+>|^(?:null|undefined|none|\(not set\)|\(none\))$/i

/** Whether a value is a placeholder in place of a name. */
export const isMacro = (value: string): boolean => MACRO.test(value)

/** Letters that look alike in both alphabets, as the Latin ones. */
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

/**
 * What is left of a spelling when case, separators and look-alike letters of the other alphabet are taken away; those only
 * in a word that mixes both, since a word in one alphabet is what it says.
 */
export const skeletonOf = (value: string): string => {
  const plain = value
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
  const isMixed = /[a-z]/.test(plain) && /[а-я]/.test(plain)
  return isMixed ? plain.replaceAll(/[а-я]/g, (letter) => LOOKALIKES[letter] ?? letter) : plain
}

/** Proposals for the values of one dimension, those with the most contacts first. */
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

/** A source that usually names its campaign, and how many of its contacts name none. */
export interface MissingCampaign {
  readonly source: string
  readonly contacts: number
  readonly missing: number
}

/**
 * Sources at least half of whose contacts name a campaign, and some do not; those that lack the most first. Which sources
 * are paid the service does not say: who names campaigns at all is meant to.
 * @param all contacts by source
 * @param without those of them that name no campaign
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
 * What is left of proposals when the user's rules have been followed.
 * @param rules of the same dimension, by the raw name
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
