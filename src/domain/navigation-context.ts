import { useLocation } from '@tanstack/react-router'
import { createContext, use, useMemo, useState } from 'react'
import { presetRange } from '#/analytics/period.ts'
import { currentTime } from '#/api/transport/server-facts.ts'
import { dayAt } from '#/contract/day.ts'
import { PERIOD_PRESETS, type PeriodPreset } from '#/contract/preferences.ts'
import { DEFAULT_PERIOD } from './period/period-choice.ts'
import { useSignedIn } from './session/use-signed-in.ts'

export type PagePath =
  | '/overview'
  | '/overview/tools'
  | '/call-back'
  | '/calls'
  | '/objects'
  | '/alerts'
  | '/clients'
  | '/console'
  | '/health'
  | '/settings'

type Search = Readonly<Record<string, unknown>>
interface Place {
  readonly pathname: string
  readonly search: Search
}

/** Shared filters of pages, as in the overview's address. */
interface PageContext {
  readonly client: string | null
  readonly object: string | null
  readonly period: Readonly<Record<string, string>>
  readonly comparison: Readonly<Record<string, string>>
}

const OVERVIEW = /^\/overview(?:\/|$)/
export const OBJECT_IN_SEARCH = /^\/(?:overview(?:\/(?:tools|changes))?|call-back)\/?$/
/** Pages with period and comparison in the overview's terms. */
const WITH_PERIOD = /^\/(?:overview|clients)(?:\/|$)/
const JOURNAL = /^\/(?:calls|objects\/([^/]+)\/calls)(?:\/|$)/
/** Its address has neither filters nor a chosen object. */
const CONTACT = /^\/objects\/[^/]+\/calls\/[^/]+/
const OBJECT = /^\/objects\/([^/]+)\/?$/

const PERIOD = ['period', 'date_from', 'date_to'] as const
const COMPARISON = ['compare', 'compare_from', 'compare_to', 'match_weekdays'] as const

const objectIn = ({ object }: Search): string | null => (typeof object === 'string' ? object : null)

const picked = (search: Search, names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = search[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )

/** Null: all objects; undefined: not applicable. */
export const shownObject = ({ pathname, search }: Place): string | null | undefined => {
  if (OBJECT_IN_SEARCH.test(pathname)) return objectIn(search)
  const place = JOURNAL.exec(pathname) ?? OBJECT.exec(pathname)
  if (!place) return undefined
  return place[1] === undefined ? null : decodeURIComponent(place[1])
}

const PRESET_OF: Readonly<Record<string, PeriodPreset>> = { day: 'today', week: 'last_7_days', all: 'all' }

/** Null: not expressible, the previous one stays. */
const periodOfJournal = (search: Search): PageContext['period'] | null => {
  const { period, preset } = search
  if (typeof preset === 'string') return { period: preset }
  if (period === undefined) return {}
  if (period !== 'custom')
    return typeof period === 'string' && period in PRESET_OF ? { period: PRESET_OF[period]! } : null
  const days = picked(search, ['date_from', 'date_to'])
  return Object.keys(days).length === 2 ? days : null
}

/** Other pages have another default, so it is named. */
const periodShown = (search: Search): PageContext['period'] => {
  const period = picked(search, PERIOD)
  return Object.keys(period).length === 0 ? { period: DEFAULT_PERIOD } : period
}

export const contextAt = (place: Place, client: string | null, before: PageContext | null): PageContext => {
  const { pathname, search } = place
  const own = before?.client === client ? before : null
  const isContact = CONTACT.test(pathname)
  const object = OVERVIEW.test(pathname) ? objectIn(search) : isContact ? undefined : shownObject(place)
  const period = WITH_PERIOD.test(pathname)
    ? periodShown(search)
    : JOURNAL.test(pathname) && !isContact
      ? periodOfJournal(search)
      : null
  return {
    client,
    // Objects are client-specific; periods aren't.
    object: object === undefined ? (own?.object ?? null) : object,
    period: period ?? before?.period ?? {},
    comparison: WITH_PERIOD.test(pathname) ? picked(search, COMPARISON) : (before?.comparison ?? {}),
  }
}

/** @param today `YYYY-MM-DD` */
const journalPeriod = ({ period, ...days }: PageContext['period'], today: string) => {
  const preset = PERIOD_PRESETS.find((one) => one === period)
  if (preset === 'all') return { period: preset } as const
  if (preset !== undefined) {
    const { from, to } = presetRange(preset, today)
    return { period: 'custom', date_from: from, date_to: to, preset } as const
  }
  return 'date_from' in days ? ({ period: 'custom', ...days } as const) : {}
}

const unlessUsual = (period: PageContext['period']): PageContext['period'] =>
  period['period'] === DEFAULT_PERIOD ? {} : period

const clientsLink = ({ period, comparison }: PageContext) =>
  ({ to: '/clients', search: { ...unlessUsual(period), ...comparison } }) as const

/** Link of a page with period, comparison and object. */
export const linkTo = (to: PagePath, context: PageContext, today: string) => {
  const { object, period, comparison } = context
  const ofObject = object === null ? {} : { object }
  switch (to) {
    case '/overview':
    case '/overview/tools':
      return { to, search: { ...ofObject, ...unlessUsual(period), ...comparison } } as const
    case '/clients':
      return clientsLink(context)
    case '/call-back':
      return { to, search: ofObject } as const
    case '/calls':
      return object === null
        ? ({ to, search: journalPeriod(period, today) } as const)
        : ({
            to: '/objects/$oid/calls',
            params: { oid: object },
            search: journalPeriod(period, today),
          } as const)
    default:
      return { to } as const
  }
}

const NOTHING_SHOWN: PageContext = { client: null, object: null, period: {}, comparison: {} }

interface Visit {
  readonly context: PageContext
  readonly today: string
}
export const NavigationContext = createContext<Visit>({ context: NOTHING_SHOWN, today: '' })

/** Shared filters across pages, including pages without them. */
export const useNavigationContext = (): Visit => {
  const { scope } = useSignedIn()
  const pathname = useLocation({ select: (location) => location.pathname })
  const search = useLocation({ select: (location) => location.search as Search })
  const [before, setBefore] = useState<PageContext | null>(null)
  const next = contextAt({ pathname, search }, scope.client, before)
  const isSame = before !== null && JSON.stringify(before) === JSON.stringify(next)
  if (!isSame) setBefore(next)
  const context = isSame ? before : next
  const today = dayAt(currentTime(), null)
  return useMemo(() => ({ context, today }), [context, today])
}

/** Makes links of pages with the shared filters, of another object if given (null: all objects). */
export const useLinkTo = () => {
  const { context, today } = use(NavigationContext)
  return (to: PagePath, object = context.object) => linkTo(to, { ...context, object }, today)
}

/** The link of the clients' page that leaves the chosen client. */
export const useLinkToAllClients = () => {
  const { to, search } = clientsLink(use(NavigationContext).context)
  // The empty value removes the parameter, which is otherwise kept.
  return { to, search: { ...search, client: '' } } as const
}
