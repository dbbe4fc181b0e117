import { skipToken, type QueryKey } from '@tanstack/react-query'
import type { AlertRule } from '#/contract/alerts/alerts.ts'
import type { ListFilters } from '#/contract/archive/filters.ts'
import type { ObjectStatusFilter } from '#/contract/call-filters.ts'
import type { AuditQuestion } from '#/contract/administration/requests.ts'
import type { DayRange } from '#/contract/day.ts'
import type { Scope } from './client.ts'

/*
 * Query keys: [principal, client, name, parameters]. Owner first, so that everything of a lost client or ended
 * session can be dropped by prefix.
 */

interface OfObject {
  readonly oid: string
}
interface OfCall extends OfObject {
  readonly callId: string
}
/** Null `oid`: all objects. */
interface OfJournal {
  readonly oid: string | null
  /** Normalised by `normaliseFilters` (contract/archive/filters.ts). */
  readonly filters: ListFilters
}
interface CallsParameters extends OfJournal {
  readonly page: number
  /** Start of the list in milliseconds; absent: its first page. */
  readonly since?: number
}

interface FiguresParameters {
  readonly job: string
  readonly name: string
  readonly topic: string
  readonly question: unknown
}

/** Cache entries by name, with their parameters. */
interface CacheEntries {
  readonly agency: undefined
  readonly agency_logo: undefined
  readonly alert_preview: { readonly rule: AlertRule; readonly about: string }
  readonly alerts: undefined
  readonly all_calls: CallsParameters
  readonly archive: undefined
  readonly archive_clocks: undefined
  readonly archive_drift: undefined
  readonly attention: undefined
  readonly audit: AuditQuestion
  readonly client_issues: { readonly clients: readonly string[] }
  readonly call: OfCall
  readonly call_row: OfCall
  readonly caller_contacts: OfJournal
  /** Of contacts as a list names them (`contactText`). */
  readonly caller_names: { readonly contacts: readonly string[] }
  readonly contacts_clock: { readonly oid: string | null }
  readonly client_comparison: {
    readonly days: DayRange
    readonly compared: { readonly current: DayRange; readonly previous: DayRange } | null
    /** Null: all. */
    readonly clients: readonly string[] | null
  }
  readonly export: { readonly id: string }
  readonly figures: FiguresParameters
  readonly filter_options: { readonly oid: string | null }
  readonly stored_count: { readonly of: string }
  readonly month_plans: undefined
  readonly working_hours: undefined
  readonly monthly_reports: { readonly month: string }
  readonly newest_contact: OfObject
  readonly reports: undefined
  readonly object: OfObject
  readonly object_calls: CallsParameters
  readonly object_filters: OfObject
  readonly objects: { readonly status: ObjectStatusFilter | null }
  readonly plan: { readonly name: string }
  readonly preferences: undefined
  readonly contact_annotation: OfCall
  /** Of contacts as a list names them (`contactText`). */
  readonly annotations_of: { readonly contacts: readonly string[] }
  readonly tags_in_use: undefined
  readonly recent_annotations: undefined
  readonly refused_sections: undefined
  readonly reading: { readonly job: string }
  readonly recording: OfObject & { readonly callId: number }
  readonly recording_reason: { readonly src: string }
  // Local state, cached so that it is dropped with the scope.
  readonly client_memory: undefined
  readonly console: undefined
  readonly listening: OfJournal
  readonly live: undefined
  readonly client_comparison_settings: undefined
  readonly sessions: { readonly all: boolean }
  readonly shared_links: undefined
  readonly timeline_notes: undefined
  readonly view_columns: undefined
  readonly offline_access: undefined
  readonly visited_contacts: undefined
}
export type CacheName = keyof CacheEntries

/** Scope of data independent of clients. */
export const ofAccount = (principal: string): Scope => ({ principal, client: null })

type ParametersOf<N extends CacheName> = CacheEntries[N] extends undefined
  ? []
  : [parameters: CacheEntries[N]]

export const keyOf = <N extends CacheName>(
  { principal, client }: Scope,
  name: N,
  ...parameters: ParametersOf<N>
) => [principal, client, name, ...parameters] as const

/** Key prefix of a scope, or of a name in it. */
export const keysOf = ({ principal, client }: Scope, name?: CacheName): QueryKey =>
  name === undefined ? [principal, client] : [principal, client, name]

type ReadKey = {
  [N in CacheName]: { readonly scope: Scope; readonly name: N; readonly parameters: CacheEntries[N] }
}[CacheName]

/** Null: the session's key, which has no owner. */
export const readKey = ([principal, client, name, parameters]: QueryKey): ReadKey | null =>
  typeof principal === 'string' && typeof name === 'string' && (typeof client === 'string' || client === null)
    ? // Every such key was made by keyOf.
      ({ scope: { principal, client }, name, parameters } as ReadKey)
    : null

/** Precedes an account and survives sign-out. */
export const SESSION_KEY = ['session'] as const
/** Server configuration, independent of the user. */
export const EMBED_KEY = ['embed'] as const
/** Survives sign-out. */
export const isOfNobody = ([first, ...rest]: QueryKey): boolean =>
  rest.length === 0 && (first === SESSION_KEY[0] || first === EMBED_KEY[0])

/** Query options of local state, never fetched. */
export const OWN_STATE = {
  queryFn: skipToken,
  staleTime: Infinity,
  gcTime: Infinity,
  structuralSharing: false,
} as const
