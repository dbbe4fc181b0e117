import { CHANNEL } from '#/contract/figures/dimensions.ts'
import { ABSENT } from '#/server/metrics/columns/dictionary.ts'
import { wallMinute } from '#/server/metrics/columns/instants.ts'
import type { CallerNames } from '#/contract/archive/caller-names.ts'
import { listedCall } from '#/contract/call.ts'
import { callStatusName } from '#/contract/codes.ts'
import type { AnnotatedContact } from '#/contract/annotations/annotations.ts'
import { isJsonObject, parseEmbeddedJson } from '#/contract/embedded-json.ts'
import { lastBegunDay } from '#/server/archive/reading/clock.ts'
import { withoutHiddenFields } from '#/server/hidden-fields.ts'
import { loadColumns, type StoredColumns } from '#/server/archive/lists/stored-columns.ts'
import { recordsById, type RecordFinder } from '#/server/archive/lists/record-filters.ts'
import type { ArchiveStore } from '#/server/archive/store/store.ts'

export interface CallerNamesCall {
  readonly question: {
    readonly account: string
    readonly contacts: readonly AnnotatedContact[]
    readonly hidden: ReadonlySet<string>
    readonly now: number
  }
  readonly answer: CallerNames['names']
}

/** Days shown in "Missed callers", and one for time zones. */
const RECENT_DAYS = 61
const NAME_MAX = 200

const { custom_data, customer_status } = listedCall.shape

/** Only written contacts (chats, forms) carry names; a call's record is not read (API document 2.6). */
const isWritten = (status: string | null): boolean => {
  const name = callStatusName(status === null ? null : Number(status))
  return name === undefined || CHANNEL[name] !== 'call'
}

const shortened = (text: unknown): string | null => {
  const trimmed = typeof text === 'string' ? text.replaceAll(/\s+/gu, ' ').trim() : ''
  return trimmed === '' ? null : trimmed.slice(0, NAME_MAX).toWellFormed()
}

const nameIn = (record: unknown): string | null => {
  if (typeof record !== 'object' || record === null || !('custom_data' in record)) return null
  const data = parseEmbeddedJson(custom_data.lenient.parse(record.custom_data))
  if (!isJsonObject(data)) return null
  return shortened((isJsonObject(data['visitor']) ? data['visitor'] : data)['name'])
}

const companyIn = (record: unknown): string | null => {
  if (typeof record !== 'object' || record === null || !('customer_status' in record)) return null
  const source = customer_status.lenient.parse(record.customer_status)?.company
  const company = parseEmbeddedJson(source)
  return shortened(company === undefined ? source : isJsonObject(company) ? company['name'] : company)
}

const recordReader = (
  { records }: Pick<ArchiveStore, 'records'>,
  { account, hidden }: CallerNamesCall['question'],
  { data, listed }: StoredColumns,
) => {
  const days = new Map<number, RecordFinder>()
  return async (row: number): Promise<unknown> => {
    const day = listed[row]!
    const find = days.get(day) ?? recordsById(await records(account, day))
    days.set(day, find)
    const { object } = data.by
    const record = find(object.values[object.codes[row]!] ?? null, data.id[row]!)
    return record && withoutHiddenFields(record, hidden, day)
  }
}

const companiesOf = async (
  store: Pick<ArchiveStore, 'records'>,
  question: CallerNamesCall['question'],
  columns: StoredColumns,
  callers: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> => {
  const { caller, deal } = columns.data.by
  const callerAt = (row: number) => caller.values.at(caller.codes[row]!) ?? ''
  const companies = new Map<string, string>()
  if (question.hidden.has('customer_status')) return companies
  const recordOf = recordReader(store, question, columns)
  const dealt = Array.from({ length: columns.data.rows }, (_, row) => row).filter(
    (row) => deal.codes[row] !== ABSENT && caller.codes[row] !== ABSENT && callers.has(callerAt(row)),
  )
  for (const row of dealt.toSorted((a, b) => wallMinute(columns.data, b) - wallMinute(columns.data, a))) {
    if (companies.has(callerAt(row))) continue
    const company = companyIn(await recordOf(row))
    if (company !== null) companies.set(callerAt(row), company)
  }
  return companies
}

const addNames = async (
  store: Pick<ArchiveStore, 'records'>,
  question: CallerNamesCall['question'],
  columns: StoredColumns,
  names: Map<string, string | null>,
): Promise<void> => {
  const { data } = columns
  const { caller, status } = data.by
  const callerAt = (row: number) => caller.values.at(caller.codes[row]!) ?? ''
  const wanted = Array.from(caller.values, (one) => names.get(one ?? '') === null)
  const written: number[] = []
  for (let row = 0; row < data.rows; row++)
    if (wanted[caller.codes[row]!] && isWritten(status.values[status.codes[row]!] ?? null)) written.push(row)
  const recordOf = recordReader(store, question, columns)
  for (const row of written.toSorted((a, b) => wallMinute(columns.data, b) - wallMinute(columns.data, a))) {
    if (names.get(callerAt(row)) !== null) continue
    const record = await recordOf(row)
    if (record !== undefined) names.set(callerAt(row), nameIn(record))
  }
}

const callersOf = (
  { data }: StoredColumns,
  { contacts, hidden }: CallerNamesCall['question'],
): ReadonlyMap<AnnotatedContact, string> => {
  const { caller, object } = data.by
  const requested = Map.groupBy(contacts, ({ id }) => id)
  const codes = new Map<AnnotatedContact, number>()
  for (let row = 0; row < data.rows; row++)
    for (const contact of requested.get(data.id[row]!) ?? []) {
      // With objects hidden, two contacts can have one number; then the caller is ambiguous.
      if (!hidden.has('obj_oid') && (object.values[object.codes[row]!] ?? '') !== contact.oid) continue
      const code = caller.codes[row]!
      codes.set(contact, (codes.get(contact) ?? code) === code ? code : ABSENT)
    }
  return new Map(
    [...codes].flatMap(([contact, code]) => (code === ABSENT ? [] : [[contact, caller.values.at(code)!]])),
  )
}

export const findCallerNames = async (
  store: Pick<ArchiveStore, 'segments' | 'segmentDays' | 'records'>,
  question: CallerNamesCall['question'],
): Promise<CallerNamesCall['answer']> => {
  const { account, hidden, now } = question
  // That two contacts share a caller is as personal as the number.
  if (hidden.has('phone_number_from') || hidden.has('custom_data')) return []
  const last = lastBegunDay(now)
  const first = last - RECENT_DAYS
  const recent = await loadColumns(store, account, { first, last }, null)
  const callers = callersOf(recent, question)
  const companies = await companiesOf(store, question, recent, new Set(callers.values()))
  const names = new Map<string, string | null>([...callers.values()].map((caller) => [caller, null]))
  await addNames(store, question, recent, names)
  for (const days of await store.segmentDays(account, { first: 0, last: first - 1 })) {
    if (![...names.values()].includes(null)) break
    const earlier = { first: days.first, last: Math.min(days.last, first - 1) }
    await addNames(store, question, await loadColumns(store, account, earlier, null), names)
  }
  return [...callers].flatMap(([{ oid, id }, caller]) => {
    const caller_name = names.get(caller) ?? null
    const company_name = companies.get(caller) ?? null
    return caller_name === null && company_name === null ? [] : [{ oid, id, caller_name, company_name }]
  })
}
