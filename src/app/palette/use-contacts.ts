import { useQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { TEXT_FIELDS } from '#/analytics/texts/record-texts.ts'
import { callsPageQuery, contactsOn } from '#/api/calls.ts'
import { objectsQuery } from '#/api/objects.ts'
import { claimOf } from '#/api/pages.ts'
import { TEXT_MIN } from '#/contract/archive/filters.ts'
import type { CallRead } from '#/contract/call.ts'
import { isPathValue } from '#/contract/endpoint.ts'
import { isReadable } from '#/contract/field.ts'
import { useHiddenFields } from '#/domain/client/hidden-fields.ts'
import { callerLabel } from '#/domain/contact-list/caller-labels.ts'
import { useNumberReading } from '#/domain/contact-list/number-reading.ts'
import { callerFilter, readJournalSearch } from '#/domain/contact-list/search.ts'
import { statusBadge } from '#/domain/cells/status-badge.ts'
import { keepCaller } from '#/domain/session/caller.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { digitsOfCaller, typedDigits } from '#/contract/phones/caller.ts'
import { formatNumber, formatShortDateTime, parseWallClock } from '#/i18n/format.ts'
import { formatPhone } from '#/i18n/phone.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { privacyMode } from '#/i18n/privacy-mode.ts'
import type { PaletteItem } from './item.ts'
import { useHasData } from './use-places.ts'
import { visitedContactsQuery } from '#/domain/contact-list/visited-contacts.tsx'

const DIGITS_MIN = 3
const DIGITS_MAX = 15
const ONE_CALLER_FROM = 7

/** Null: not a number. */
const typedNumber = (query: string): string | null => {
  const length = typedDigits(query)?.length ?? 0
  return length >= DIGITS_MIN && length <= DIGITS_MAX ? (callerFilter(query) ?? null) : null
}

const useNumberLabel = (typed: string | null): string => {
  const { scope } = useSignedIn()
  const reading = useNumberReading(typed !== null)
  const { data } = useQuery({ ...objectsQuery(scope, undefined), enabled: false })
  if (typed === null || reading === null) return typed ?? ''
  const codes = data?.objects.filter(isReadable).map(({ country_code }) => country_code) ?? []
  const number = reading.typedNumber(typed, reading.countriesOf(codes))
  return number === null ? typed : formatPhone(number)
}

/** Caller search and the last contact. Not linked by address: personal data. */
export const useCaller = (query: string, settled: string): readonly PaletteItem[] => {
  const { scope } = useSignedIn()
  const router = useRouter()
  const hasData = useHasData()
  const hidden = useHiddenFields()
  // In presentation mode numbers are masks.
  const mayAsk = hasData && privacyMode === null && !hidden.has('phone_number_from')
  const typed = mayAsk ? typedNumber(query) : null
  const isSearched =
    typed !== null && typedNumber(settled) === typed && (typedDigits(typed)?.length ?? 0) >= ONE_CALLER_FROM
  // All time, like the search it offers.
  const { data } = useQuery({
    ...callsPageQuery(scope, null, { period: 'all', from_filter: typed ?? '' }, 1),
    enabled: isSearched,
    retry: false,
  })
  const number = useNumberLabel(typed)
  if (typed === null) return []
  const search: PaletteItem = {
    id: 'search',
    icon: 'journal',
    label: m.palette_search_caller({ number }),
    marked: number,
    note: m.palette_all_time(),
    run: () =>
      void router.navigate({ to: '/calls', search: { period: 'all' }, state: keepCaller(typed, scope) }),
  }
  const last = isSearched ? data?.calls.find(isReadable) : undefined
  const oid = last?.obj_oid ?? ''
  if (!last || !isPathValue('oid', oid)) return [search]
  const total = data ? claimOf(contactsOn(data)).total : null
  const place = { to: '/objects/$oid/calls/$callId', params: { oid, callId: String(last.id) } } as const
  const { icon, tone, word } = statusBadge(last.status)
  const title = data?.objects.find((object) => object.oid === oid)?.title
  return [
    search,
    {
      id: 'last',
      icon,
      tone,
      label: [word, dateOf(last)].filter(Boolean).join(', '),
      marked: word,
      note: [
        title,
        total === 1
          ? m.palette_only_contact()
          : total && m.palette_last_contact({ count: formatNumber(total) }),
      ]
        .filter(Boolean)
        .join(', '),
      href: () => router.buildLocation(place).href,
      run: () => void router.navigate(place),
    },
  ]
}

const dateOf = ({ date }: Pick<CallRead, 'date'>): string => {
  const clock = parseWallClock(date)
  return clock ? formatShortDateTime(clock) : ''
}

export const useRecentContacts = (): readonly PaletteItem[] => {
  const { scope } = useSignedIn()
  const router = useRouter()
  const { data } = useQuery(visitedContactsQuery(scope))
  const hasData = useHasData()
  if (!hasData || !data) return []
  return data.map(({ oid, call, objectTitle }): PaletteItem => {
    const { icon, tone, word } = statusBadge(call.status)
    const place = { to: '/objects/$oid/calls/$callId', params: { oid, callId: String(call.id) } } as const
    const caller = callerLabel(call)
    return {
      id: `${oid} ${call.id}`,
      icon,
      tone,
      label: caller ?? word,
      note: [caller && word, dateOf(call), objectTitle].filter(Boolean).join(', '),
      also: call.caller ? digitsOfCaller(call.caller) : '',
      href: () => router.buildLocation(place).href,
      run: () => void router.navigate(place),
    }
  })
}

/** Text search in the archive, in the journal's period. */
export const useTextSearch = (query: string): readonly PaletteItem[] => {
  const router = useRouter()
  const hidden = useHiddenFields()
  const hasData = useHasData()
  const days = useLocation({ select: ({ pathname, search }) => (/\/calls\/?$/.test(pathname) ? search : {}) })
  const q = query.trim()
  const isText = q.length >= TEXT_MIN && typedNumber(q) === null
  if (!hasData || !isText) return []
  // Results would reveal hidden fields (G12).
  if (TEXT_FIELDS.some((field) => hidden.has(field))) return []
  const { period, date_from, date_to, preset } = readJournalSearch(days).search
  const { search } = readJournalSearch({ period, date_from, date_to, preset, q })
  if (search.q === undefined) return []
  const place = { to: '/calls', search } as const
  return [
    {
      id: 'texts',
      icon: 'search',
      label: m.palette_search_texts({ query: q }),
      marked: q,
      note: m.nav_journal(),
      href: () => router.buildLocation(place).href,
      run: () => void router.navigate(place),
    },
  ]
}
