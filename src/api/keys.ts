import { skipToken, type QueryKey } from '@tanstack/react-query'
import type { AlertRule } from '#/contract/alerts/alerts.ts'
import type { ListFilters } from '#/contract/archive/filters.ts'
import type { ObjectStatusFilter } from '#/contract/call-filters.ts'
import type { AuditQuestion } from '#/contract/administration/requests.ts'
import type { DayRange } from '#/contract/day.ts'
import type { Scope } from './client.ts'

/*
 * The only place that makes and reads query keys: [principal, client, name, what was asked]. Account and client stand
 * first, so that everything of a client that is lost, or of a session that has ended, can be dropped by its key.
 */

interface OfObject {
  readonly oid: string
}
interface OfCall extends OfObject {
  readonly callId: string
}
/** Of all objects where `oid` is null. */
interface OfJournal {
  readonly oid: string | null
  /** As `normaliseFilters` (contract/archive/filters.ts) leaves them. */
  readonly filters: ListFilters
}
interface CallsAsked extends OfJournal {
  readonly page: number
  /** When the list began that the page belongs to, in milliseconds; absent: it is the first page itself. */
  readonly since?: number
}

interface FiguresAsked {
  /** The days and the object they are about. */
  readonly job: string
  readonly name: string
  /** Answers to the same topic stand in for each other while the next one is on its way. */
  readonly topic: string
  readonly question: unknown
}

/** Everything the cache keeps, by name, and what tells one entry from the others of that name. */
interface Kept {
  readonly agency: undefined
  readonly agency_logo: undefined
  readonly alert_preview: { readonly rule: AlertRule; readonly about: string }
  readonly alerts: undefined
  readonly all_calls: CallsAsked
  readonly archive: undefined
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
  readonly figures: FiguresAsked
  readonly filter_options: { readonly oid: string | null }
  /** How much there is of what people of an account write. */
  readonly kept_count: { readonly of: 'marks' | 'notes' | 'plans' | 'working_hours' }
  readonly month_plans: undefined
  readonly working_hours: undefined
  readonly monthly_reports: { readonly month: string }
  readonly newest_contact: OfObject
  readonly reports: undefined
  readonly object: OfObject
  readonly object_calls: CallsAsked
  readonly object_filters: OfObject
  readonly objects: { readonly status: ObjectStatusFilter | null }
  readonly plan: { readonly name: string }
  readonly preferences: undefined
  readonly contact_mark: OfCall
  /** Of contacts as a list names them (`contactText`). */
  readonly marks_of: { readonly contacts: readonly string[] }
  readonly tags_in_use: undefined
  readonly recent_marks: undefined
  /** What of the navigation the service has refused this account. */
  readonly refused_sections: undefined
  readonly reading: { readonly job: string }
  readonly recording: OfObject & { readonly callId: number }
  readonly recording_reason: { readonly src: string }
  // Not asked of the service, but kept with its answers, so that it goes when they do.
  readonly client_memory: undefined
  readonly console: undefined
  readonly listening: OfJournal
  readonly live: undefined
  readonly roll_up: undefined
  readonly sessions: { readonly all: boolean }
  readonly shared_links: undefined
  readonly timeline_notes: undefined
  readonly view_columns: undefined
  readonly standing: undefined
  readonly visited_contacts: undefined
}
export type KeptName = keyof Kept

/** The scope of what belongs to an account, whichever client is chosen. */
export const ofAccount = (principal: string): Scope => ({ principal, client: null })

type Asked<N extends KeptName> = Kept[N] extends undefined ? [] : [asked: Kept[N]]

export const keyOf = <N extends KeptName>({ principal, client }: Scope, name: N, ...asked: Asked<N>) =>
  [principal, client, name, ...asked] as const

/** What the keys of everything of a scope begin with, or of everything of one name. */
export const keysOf = ({ principal, client }: Scope, name?: KeptName): QueryKey =>
  name === undefined ? [principal, client] : [principal, client, name]

type ReadKey = {
  [N in KeptName]: { readonly scope: Scope; readonly name: N; readonly asked: Kept[N] }
}[KeptName]

/** What a key says; null for the session's, which stands before any account. */
export const readKey = ([principal, client, name, asked]: QueryKey): ReadKey | null =>
  typeof principal === 'string' && typeof name === 'string' && (typeof client === 'string' || client === null)
    ? // Every such key was made by keyOf.
      ({ scope: { principal, client }, name, asked } as ReadKey)
    : null

/** The session: asked for before it is known whose it is, and kept when it ends. */
export const SESSION_KEY = ['session'] as const
/** Which pages may show Callboard in a frame: the server's own, whoever is signed in. */
export const EMBED_KEY = ['embed'] as const
/** Belongs to no account, and is kept when a session ends. */
export const isOfNobody = ([first, ...rest]: QueryKey): boolean =>
  rest.length === 0 && (first === SESSION_KEY[0] || first === EMBED_KEY[0])

/** Options of what the page has made itself and never asks for: kept with the answers, so that it goes when the account or the client does. */
export const OWN_STATE = {
  queryFn: skipToken,
  staleTime: Infinity,
  gcTime: Infinity,
  structuralSharing: false,
} as const
