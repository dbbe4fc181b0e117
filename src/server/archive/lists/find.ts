import { SHOWN, type Selection } from '#/server/metrics/columns/select.ts'
import { contactText } from '#/contract/annotations/contact-text.ts'
import { withoutHiddenFields } from '#/server/hidden-fields.ts'
import type { ArchiveStore, SegmentDays } from '#/server/archive/store/store.ts'
import { textSearch } from '#/analytics/texts/text-search.ts'
import { countriesOf, callerSearch, type CallerSearch } from '#/contract/phones/caller-search.ts'
import { toSharedJson, type SharedJson } from '#/server/threads/shared-json.ts'
import { narrow, selectByColumns, selectNotReached } from './column-filters.ts'
import { toCachedList, unreadableOf, withUnreadable, type CachedList } from './cached-list.ts'
import { loadColumns, type StoredColumns } from './stored-columns.ts'
import { createMemory, type Memory } from './memory.ts'
import { byDuration, newestFirst } from './order.ts'
import { isUnfiltered, type ListQuestion, type ListWindow } from './question.ts'
import { durationOfRecord, recordFilters, recordsById, type RecordFinder } from './record-filters.ts'

/*
 * Contact lists from the archive. Columns decide which contacts in which order, as for figures; records are
 * read only for filters that columns can't answer, and for the page.
 */

export type ListStore = Pick<
  ArchiveStore,
  'version' | 'map' | 'segments' | 'records' | 'findTexts' | 'countries'
>

export interface ContactPage {
  readonly total: number
  readonly contacts: SharedJson
  readonly objects: readonly { readonly oid: string; readonly title: string | null }[]
}

const rowsByDay = (listed: Uint16Array, isWanted: (row: number) => boolean) => {
  const byDay = new Map<number, number[]>()
  for (let row = 0; row < listed.length; row++) {
    if (!isWanted(row)) continue
    const rows = byDay.get(listed[row]!)
    if (rows) rows.push(row)
    else byDay.set(listed[row]!, [row])
  }
  return byDay
}

/** Maps the records of rows; rows whose day was replaced meanwhile are left out. */
const ofRecords = async <T>(
  { records }: ListStore,
  account: string,
  { data, listed }: StoredColumns,
  isWanted: (row: number) => boolean,
  take: (record: NonNullable<ReturnType<RecordFinder>>) => T,
): Promise<ReadonlyMap<number, T>> => {
  const { codes, values } = data.by.object
  const taken = new Map<number, T>()
  for (const [day, rows] of rowsByDay(listed, isWanted)) {
    const find = recordsById(await records(account, day))
    for (const row of rows) {
      const record = find(values[codes[row]!]!, data.id[row]!)
      if (record) taken.set(row, take(record))
    }
  }
  return taken
}

const selectByRecords = async (
  store: ListStore,
  question: ListQuestion,
  columns: StoredColumns,
  selection: Selection,
  search: CallerSearch | null,
) => {
  const filters = recordFilters(question, search)
  if (filters.length === 0) return
  const passing = await ofRecords(
    store,
    question.account,
    columns,
    (row) => selection[row] === SHOWN,
    (record) => filters.every((filter) => filter(record)),
  )
  narrow(selection, (row) => passing.get(row) === true)
}

const callerSearchOf = async (
  store: ListStore,
  { account, oid, filters: { from_filter } }: ListQuestion,
): Promise<CallerSearch | null> => {
  if (from_filter === undefined) return null
  const known = await store.countries(account)
  const own = oid === null ? known.values() : [known.get(oid) ?? null]
  return callerSearch(from_filter, countriesOf(own))
}

const selectByTexts = async (
  store: ListStore,
  { account, days, filters }: ListQuestion,
  { data }: StoredColumns,
  selection: Selection,
) => {
  if (filters.q === undefined) return
  const search = textSearch(filters.q)
  const keyOf = (oid: string | null | undefined, id: number) => `${oid ?? ''} ${id}`
  const contacts = search ? await store.findTexts(account, days, search) : []
  const found = new Set(contacts.map(([id, oid]) => keyOf(oid, id)))
  const { codes, values } = data.by.object
  narrow(selection, (row) => found.has(keyOf(values[codes[row]!], data.id[row]!)))
}

const selectByAnnotations = ({ marked }: ListQuestion, { data }: StoredColumns, selection: Selection) => {
  if (marked === null) return
  const { codes, values } = data.by.object
  const contacts = new Set(marked.contacts)
  narrow(
    selection,
    (row) =>
      contacts.has(contactText({ oid: values[codes[row]!] ?? '', id: data.id[row]! })) !== marked.except,
  )
}

const allUnreadable = async (store: ListStore, account: string, days: SegmentDays, oid: string | null) => {
  const all = []
  for (const { day, unreadable } of await store.map(account, days))
    if (unreadable > 0) all.push(...unreadableOf(await store.records(account, day), day, oid))
  return all
}

const findList = async (
  store: ListStore,
  question: ListQuestion,
  columns: StoredColumns,
): Promise<CachedList> => {
  const { account, days, oid, filters, orderField, orderWay } = question
  const { data } = columns
  const search = await callerSearchOf(store, question)
  const selection = selectByColumns(data, question, search)
  selectByAnnotations(question, columns, selection)
  await selectByTexts(store, question, columns, selection)
  await selectByRecords(store, question, columns, selection, search)
  if (filters.not_reached) selectNotReached(data, selection)
  const rows = newestFirst(columns, selection)
  const unreadable = isUnfiltered(question) ? await allUnreadable(store, account, days, oid) : []
  if (orderField === null) {
    const entries = withUnreadable(columns, rows, unreadable)
    return toCachedList(columns, orderWay === 'ASC' ? entries.toReversed() : entries)
  }
  const ordered = await byDuration(data, rows, orderWay, (absurd) => {
    const wanted = new Set(absurd)
    return ofRecords(store, account, columns, (row) => wanted.has(row), durationOfRecord)
  })
  return toCachedList(columns, unreadable.length === 0 ? ordered : [...ordered, ...unreadable])
}

/** Records of a page; null: days were replaced since the list was found. */
const pageOf = async (
  { records }: ListStore,
  account: string,
  list: CachedList,
  { offset, limit }: ListWindow,
  hidden: ReadonlySet<string>,
): Promise<ContactPage | null> => {
  const byDay = new Map<number, { records: readonly unknown[]; find: RecordFinder }>()
  const contacts: unknown[] = []
  const oids = new Set<string>()
  for (let at = offset; at < Math.min(offset + limit, list.total); at++) {
    const day = list.day[at]!
    const before = byDay.get(day)
    const stored = before ? null : await records(account, day)
    const ofDay = before ?? { records: stored!.records, find: recordsById(stored!) }
    byDay.set(day, ofDay)
    const isReadable = !Number.isNaN(list.id[at])
    const oid = isReadable ? (list.oids[list.object[at]!] ?? null) : null
    const raw = isReadable ? ofDay.find(oid, list.id[at]!) : ofDay.records[list.object[at]!]
    if (raw === undefined) return null
    if (oid !== null) oids.add(oid)
    contacts.push(withoutHiddenFields(raw, hidden, day))
  }
  const objects = hidden.has('obj_oid') ? [] : [...oids]
  return {
    total: list.total,
    contacts: toSharedJson(contacts),
    objects: objects.map((oid) => ({ oid, title: list.titles.get(oid) ?? null })),
  }
}

export interface ListContactsCall {
  readonly question: ListQuestion &
    ListWindow & {
      readonly hidden: ReadonlySet<string>
    }
  readonly answer: ContactPage
}

/** Attempts when days are replaced between finding a list and reading its records. */
const TRIES = 3
/** Remembered rows: about 60 bytes each, contacts 14. */
const MOST_ROWS = 2_000_000
const MOST_CONTACTS = 4_000_000

interface Memories {
  readonly columns: Memory<StoredColumns>
  readonly lists: Memory<CachedList>
}
const memories = new WeakMap<ListStore, Memories>()

const memoriesOf = (store: ListStore): Memories => {
  const before = memories.get(store)
  if (before) return before
  const made = {
    columns: createMemory<StoredColumns>(MOST_ROWS, Date.now),
    lists: createMemory<CachedList>(MOST_CONTACTS, Date.now),
  }
  memories.set(store, made)
  return made
}

/** Shared by all readers: depends only on the question and the account's version. */
const rememberedList = async (
  store: ListStore,
  version: number,
  { offset: _offset, limit: _limit, hidden: _hidden, ...question }: ListContactsCall['question'],
): Promise<CachedList> => {
  const { columns, lists } = memoriesOf(store)
  const key = JSON.stringify({ ...question, marked: question.marked?.key })
  const known = lists.find(key, version)
  if (known) return known
  const { account, days, oid } = question
  const ofDays = JSON.stringify([account, days, oid])
  let storedColumns = columns.find(ofDays, version)
  if (!storedColumns) {
    storedColumns = await loadColumns(store, account, days, oid)
    columns.keep(ofDays, version, storedColumns, storedColumns.data.rows)
  }
  const found = await findList(store, question, storedColumns)
  lists.keep(key, version, found, found.total)
  return found
}

/** A page of a list. Later pages belong to the same list until the account changes. */
export const listContacts = async (
  store: ListStore,
  question: ListContactsCall['question'],
): Promise<ContactPage> => {
  for (let tries = 1; ; tries++) {
    const version = await store.version(question.account)
    const list = await rememberedList(store, version, question)
    const page = await pageOf(store, question.account, list, question, question.hidden)
    if (page) return page
    if (tries === TRIES) throw new Error('days were replaced each time they were read')
  }
}
