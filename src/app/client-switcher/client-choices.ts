import type { ClientRead } from '#/contract/agency.ts'
import { counted } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { matches } from '#/ui/control/match.ts'
import type { SearchOption } from '#/ui/control/search-listbox.tsx'
import { findClients, sortClients } from '#/domain/client/client-list.ts'
import { clientName } from '#/domain/client/client-name.ts'

/** Redrawn with every key. */
export const CHOICES_MAX = 100

export type ChoiceGroup = 'pinned' | 'recent' | 'others'

export interface ClientChoices {
  /** Non-empty. */
  readonly groups: readonly { readonly group: ChoiceGroup; readonly choices: readonly SearchOption[] }[]
  readonly shown: number
  readonly total: number
}

/** Computed once per list of thousands. */
export interface OrderedClients {
  readonly groups: readonly (readonly [ChoiceGroup, readonly ClientRead[]])[]
  /** Ambiguous names. */
  readonly doubled: ReadonlySet<string>
}

/**
 * Pinned by name, then recent, then the rest by name, without duplicates.
 * @param current excluded from recent
 * @param recent last first
 */
export const orderClients = (
  clients: readonly ClientRead[],
  current: string | null,
  pinned: ReadonlySet<string>,
  recent: readonly string[],
): OrderedClients => {
  const ranks = new Map(recent.filter((id) => id !== current).map((id, rank) => [id, rank]))
  const groupOf = ({ client }: ClientRead): ChoiceGroup =>
    pinned.has(client) ? 'pinned' : ranks.has(client) ? 'recent' : 'others'
  const { pinned: first = [], recent: second = [], others = [] } = Object.groupBy(clients, groupOf)
  const names = Map.groupBy(clients, clientName)
  return {
    groups: [
      ['pinned', sortClients(first, clientName, 'ascending')],
      ['recent', second.toSorted((a, b) => ranks.get(a.client)! - ranks.get(b.client)!)],
      ['others', sortClients(others, clientName, 'ascending')],
    ],
    doubled: new Set([...names].flatMap(([name, { length }]) => (length > 1 ? [name] : []))),
  }
}

/** At most a hundred. */
export const choicesOf = ({ groups, doubled }: OrderedClients, query: string): ClientChoices => {
  const found = groups.map(([group, clients]) => [group, findClients(clients, query)] as const)
  /** Its note is what tells it apart, or was found. */
  const toChoice = (client: ClientRead): SearchOption => {
    const name = clientName(client)
    const { email } = client
    const isNameEnough = !doubled.has(name) && matches(name.normalize('NFC'), query)
    return {
      id: client.client,
      label: name,
      note: !isNameEnough && email && email !== name ? email : objectsOf(client),
    }
  }
  let left = CHOICES_MAX
  const shown = found.flatMap(([group, clients]) => {
    const choices = clients.slice(0, left).map(toChoice)
    left -= choices.length
    return choices.length > 0 ? [{ group, choices }] : []
  })
  return {
    groups: shown,
    shown: CHOICES_MAX - left,
    total: found.reduce((sum, [, { length }]) => sum + length, 0),
  }
}

const objectsOf = ({ objects_count: count }: ClientRead): string | undefined =>
  count === null ? undefined : m.objects_count(counted(count))
