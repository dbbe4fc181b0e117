import { hiddenArchiveFilters } from '#/analytics/texts/hidden-filters.ts'
import { hasAnnotations } from '#/contract/annotations/annotation-columns.ts'
import { CALL_FIELD_NAMES, type ExportColumn, allFilesOf, type CallField } from '#/contract/call-fields.ts'
import { CONTACTS_MAX } from '#/contract/archive/contacts.ts'
import type { ListFilters } from '#/contract/archive/filters.ts'
import type { Annotation } from '#/contract/annotations/annotations.ts'
import { dayText, type DayRange } from '#/contract/day.ts'
import type { ReportedView, ReportSettings } from '#/contract/delivery/reports.ts'
import type { SavedView } from '#/contract/preferences.ts'
import type { Archive } from '#/server/archive/archive.ts'
import { findAnnotated, type FindAnnotated } from '#/server/archive/lists/annotated.ts'
import { listQuestionOf } from '#/server/archive/lists/question.ts'
import { archiveAccount } from '#/server/session/names.ts'
import { allAnnotations } from '#/server/annotations/store.ts'
import { seenWith } from '#/server/annotations/seen.ts'
import { fileColumns } from '#/domain/files/file-columns.ts'
import { readInTime } from '#/server/delivery/run-as.ts'
import type { ReportTools } from '#/server/reports/tools.ts'
import { Failure } from '#/server/http/failure.ts'
import { readClientName } from '#/server/live/reading.ts'
import { dayIn } from '#/server/schedule/due.ts'
import type { RunContext } from '#/server/schedule/scheduler.ts'
import { PermanentError, RetryableError } from '#/server/schedule/run-failures.ts'
import type { StoredSession } from '#/server/session/store.ts'
import type { CallContext } from '#/server/upstream/request.ts'
import { objectTitleOf, unreadContacts, type UnreadContacts } from '#/server/reports/figures.ts'
import { viewColumns, viewQuestion, type ViewQuestion } from '#/server/reports/view/view-question.ts'
import type { SharedJson } from '#/server/threads/shared-json.ts'

/* Personal data of callers, which mails contain only if the author has chosen so. */

/** Removed from the records first; numbers are then removed from all texts. */
const CALLER_FIELDS: readonly CallField[] = [
  'phone_number_from',
  'custom_data',
  'record_url',
  'messages',
  'sms_message',
  'email_text',
  'widget_text',
]
/** Columns with more than that: deals have customers' names, notes quote people. */
const CALLER_FILES: ReadonlySet<ExportColumn> = new Set<ExportColumn>([
  ...CALLER_FIELDS.flatMap(allFilesOf),
  'deal_name',
  'deal_company',
  'comment_texts',
  'mark_note',
])

/** Limits of an attached file: mails grow by a third, and few servers accept more. */
export const FILE_LIMITS = { rows: 20_000, bytes: 7 * 1024 * 1024 }

export interface ReadView extends Pages {
  readonly view: SavedView
  readonly filters: ListFilters
  /** Cut to the archive's days. */
  readonly days: DayRange
  readonly isCutByArchive: boolean
  readonly columns: readonly ExportColumn[]
  readonly annotations: readonly Annotation[]
  readonly unread: UnreadContacts | null
  readonly hasCallers: boolean
  readonly clientName: string | null
  readonly objectTitle: string | null
  readonly by: string | null
}

/** @throws PermanentError, which pauses the report: the view was deleted */
const viewOf = (views: readonly SavedView[] | undefined, { id }: ReportedView): SavedView => {
  const view = views?.find((one) => one.id === id)
  if (!view) throw new PermanentError('view_gone', { isToPause: true })
  return view
}

interface Pages {
  readonly pages: readonly SharedJson[]
  readonly total: number
  readonly titles: ReadonlyMap<string, string | null>
}

const readList = async (
  archive: Archive,
  question: Omit<Parameters<typeof listQuestionOf>[1], 'limit' | 'offset'>,
  account: string,
  marked: Awaited<ReturnType<FindAnnotated>>,
  hidden: ReadonlySet<string>,
): Promise<Pages> => {
  const pages: SharedJson[] = []
  const titles = new Map<string, string | null>()
  let total = 0
  for (let offset = 0; offset < FILE_LIMITS.rows; offset += CONTACTS_MAX) {
    const limit = Math.min(CONTACTS_MAX, FILE_LIMITS.rows - offset)
    const page = await archive.count('contacts', {
      ...listQuestionOf(account, { ...question, offset: String(offset), limit: String(limit) }),
      marked,
      hidden,
    })
    ;({ total } = page)
    pages.push(page.contacts)
    for (const { oid, title } of page.objects) titles.set(oid, title)
    if (offset + limit >= total) break
  }
  return { pages, total, titles }
}

/**
 * The stored days.
 * @throws PermanentError if there are none: the archive can't answer
 */
const storedDays = (archive: Archive, { contactsQuestion }: ViewQuestion) => {
  try {
    return archive.storedDaysOf(contactsQuestion)
  } catch (error) {
    throw new PermanentError('view_not_kept', { reply: error instanceof Failure ? null : String(error) })
  }
}

type ViewTools = Pick<ReportTools, 'archive' | 'access' | 'calls' | 'preferences' | 'annotations' | 'now'>

/**
 * A view's contacts as the author may see them, relative to the due day in the schedule's zone.
 * @throws RetryableError, PermanentError
 */
export const readView = async (
  tools: ViewTools,
  session: StoredSession,
  { client, object, with_callers, zone }: ReportSettings,
  wanted: ReportedView,
  { due, signal }: Pick<RunContext, 'due' | 'signal'>,
): Promise<ReadView> => {
  const { archive, access, calls, annotations, now } = tools
  if (archive === null) throw new RetryableError('archive_unavailable')
  if (!session.rights.has('export')) throw new PermanentError('export_forbidden', { isToPause: true })
  const { preferences } = await tools.preferences.read(session.principal)
  const view = viewOf(preferences.saved_views, wanted)
  const question = viewQuestion(view, object, dayIn(zone, due))
  if (question === null) throw new PermanentError('view_not_kept')
  const stored = storedDays(archive, question)
  return readInTime(signal, async (inTime) => {
    const context: CallContext = { signal: inTime, faults: new Set<never>() }
    const { hidden } = await access.check(calls, session, client, context)
    if (hiddenArchiveFilters(question.contactsQuestion, hidden).length > 0)
      throw new PermanentError('view_hidden')
    const hasCallers = with_callers === true && !hidden.has('phone_number_from')
    const seen = hasCallers ? hidden : new Set([...hidden, ...CALLER_FIELDS])
    const days = { from: dayText(stored.first), to: dayText(stored.last) }
    const requested = { ...question.contactsQuestion, date_from: days.from, date_to: days.to }
    const reader = { calls, session, client, hidden, context, now }
    const unread = await unreadContacts(archive, reader, stored)
    const account = archiveAccount(session.account, client)
    const marked = await findAnnotated(annotations)(account, requested, hidden)
    const list = await readList(archive, requested, account, marked, seen)
    const columns = fileColumns(
      viewColumns(view, preferences, object),
      new Set(CALL_FIELD_NAMES.filter((field) => seen.has(field))),
    ).filter((column) => hasCallers || !CALLER_FILES.has(column))
    const accountAnnotations = hasAnnotations(columns) ? await allAnnotations(annotations, account) : []
    const objects = object === null ? [] : ((await archive.store.objects(account))?.objects ?? [])
    return {
      ...list,
      view,
      filters: question.filters,
      days,
      isCutByArchive: days.from !== question.days.from,
      columns,
      annotations: accountAnnotations.map(seenWith(seen)),
      unread,
      hasCallers,
      clientName:
        client === null ? session.user.company_name : await readClientName(reader).catch(() => null),
      objectTitle: object === null ? null : objectTitleOf(objects, object),
      by: session.user.contact_name ?? session.user.email,
    }
  })
}
