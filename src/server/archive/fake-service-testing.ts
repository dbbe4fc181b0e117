import { statusFilterCode } from '#/contract/call-filters.ts'
import { callStatusName } from '#/contract/codes.ts'
import { dayNumber, dayText } from '#/contract/day.ts'

export interface ServiceContact {
  readonly oid: string
  readonly id: number
  day: number
  /** By its own clock. */
  minute: number
  /** Default: `+03:00`. */
  readonly zone?: string
  note: string
  status?: number
  target?: boolean
  readonly phone?: string
}

export const HARNESS_DAY = dayNumber('2026-11-20')

/** Of two objects in turn, over the last five days. */
export const recentContacts = (count: number, note = 'x'): ServiceContact[] =>
  Array.from({ length: count }, (_, nth) => ({
    oid: nth % 2 ? 'site' : 'shop',
    id: nth + 1,
    day: HARNESS_DAY - (nth % 5),
    minute: 60 + nth,
    note,
  }))

const PER_PAGE = 3
const two = (value: number) => String(value).padStart(2, '0')

export const recordOfContact = ({
  oid,
  id,
  day,
  minute,
  zone = '+03:00',
  note,
  status = 1,
  target,
  phone,
}: ServiceContact) => ({
  id,
  obj_oid: oid,
  date: `${dayText(day)}T${two(Math.floor(minute / 60))}:${two(minute % 60)}:00${zone}`,
  status,
  region: note,
  ...(target === undefined ? {} : { target }),
  ...(phone === undefined ? {} : { phone_number_from: phone }),
})

/** The filters that the archive counts with (API document 4.3). */
const isListed = ({ status = 1, target }: ServiceContact, query: URLSearchParams): boolean => {
  const wanted = query.get('status_filter')
  return (
    (!query.has('target_filter') || target === true) &&
    (wanted === null || wanted === statusFilterCode(callStatusName(status) ?? ''))
  )
}

/** A page of `GET /v2/calls`, newest first. */
export const pageOfContacts = (
  all: readonly ServiceContact[],
  query: URLSearchParams,
  perPage = PER_PAGE,
) => {
  // As numbers, since tests request thousands of contacts hundreds of times.
  const [from, to] = [dayNumber(query.get('date_from') ?? ''), dayNumber(query.get('date_to') ?? '')]
  const page = Number(query.get('page') ?? 1)
  const list = all
    .filter((one) => one.day >= from && one.day <= to && isListed(one, query))
    .toSorted((a, b) => b.day - a.day || b.minute - a.minute || b.id - a.id)
  const pages = Math.ceil(list.length / perPage)
  const some = list.slice((page - 1) * perPage, page * perPage)
  return {
    calls: some.map(recordOfContact) as unknown[],
    meta: {
      obj: [...new Set(some.map(({ oid }) => oid))].map((oid) => ({ oid, title: `Object ${oid}` })),
      pagination: {
        current_page: page,
        next_page: page < pages ? page + 1 : null,
        prev_page: page > 1 ? page - 1 : null,
        total_pages: pages,
        total_objects: list.length,
      },
    },
  }
}

/** Asks for a list of stored contacts; `query` as an address would have it. */
export const askContacts = (
  send: (path: string, request: { cookie?: string; method: string; body: string }) => Promise<Response>,
  cookie: string,
  query: string,
  prefix = '/api',
): Promise<Response> =>
  send(`${prefix}/archive/contacts`, {
    ...(cookie !== '' && { cookie }),
    method: 'POST',
    body: JSON.stringify(Object.fromEntries(new URLSearchParams(query))),
  })
