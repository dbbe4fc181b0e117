import type { Selectable } from 'kysely'
import type { CallFilters } from '#/contract/call-filters.ts'
import type { Call, ListedCall } from '#/contract/call.ts'
import { CALL_STATUS, CALL_TYPE, OBJECT_STATUS } from '#/contract/codes.ts'
import type { CustomStatus } from '#/contract/object.ts'
import { filteredCalls, pageOfCalls, readFilters, type CallScope } from './call-query.ts'
import { pathValue, readId, type EndpointHandler, type Reference } from '../context.ts'
import { Refusal } from '../failure.ts'
import { findObject, toObj, toObjs, type ObjectRow } from './objects.ts'
import { paginationOf, readPage, windowOf, type Window } from './paging.ts'
import { recordingUrl } from './recordings.ts'
import { timestamp } from '../sample/calendar.ts'
import type { CommentTable, ContactTable, ReferenceDatabase } from '../schema.ts'
import { servicesAt } from '../services.ts'

type ContactRow = Selectable<ContactTable>
type CommentRow = Selectable<CommentTable>

const commentsOf = async (database: ReferenceDatabase, contactIds: readonly number[]) => {
  const rows = await database
    .selectFrom('comments')
    .selectAll()
    .where('contact_id', 'in', contactIds)
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, (row) => row.contact_id)
}

/** The single-call answer (API document 2.5). */
const toCall = (
  { publicUrl }: Reference,
  row: ContactRow,
  object: ObjectRow,
  comments: readonly CommentRow[],
): Call => {
  // Written by ourselves, so not validated.
  const customStatuses: CustomStatus[] = JSON.parse(object.custom_statuses)
  return {
    id: row.id,
    obj_oid: object.oid,
    date: timestamp(row.occurred_at, row.utc_offset),
    src: row.src,
    referrer: row.referrer,
    request_uri: row.request_uri,
    phone_number_from: row.phone_number_from,
    search_request: row.search_request,
    status: row.status,
    utm: row.utm,
    custom_data: row.custom_data,
    call_type: { id: row.call_type, name: row.call_type === CALL_TYPE.REPEATED ? 'REPEATED' : 'COMMON' },
    record_url: row.has_recording === 1 ? recordingUrl(publicUrl, object.oid, row.id) : null,
    custom_status: customStatuses.find((status) => status.id === row.custom_status_id) ?? null,
    customer_status: row.customer_status === null ? null : JSON.parse(row.customer_status),
    region: row.region,
    dialstatus: row.dialstatus,
    duration: row.duration,
    source: row.source_title === null ? null : { title: row.source_title, url: row.source_url ?? '' },
    service_name: row.service_name,
    service_logo_url: servicesAt(publicUrl).find(({ id }) => id === row.service_id)?.service_logo_url ?? '',
    comments: comments.map(({ id, comment, user_id, name, email, created_at }) => ({
      id,
      comment,
      user_id,
      name,
      email,
      created_at,
    })),
    target: row.target === null ? null : row.target === 1,
  }
}

/** A call in lists, with the five fields that the single-call answer lacks (API document 2.5). */
const toListedCall = (
  reference: Reference,
  row: ContactRow,
  object: ObjectRow,
  comments: readonly CommentRow[],
): ListedCall => ({
  ...toCall(reference, row, object, comments),
  messages: row.messages,
  sms_message: row.sms_message,
  email_text: row.email_text,
  widget_text: row.widget_text,
  managers: row.managers,
})

type Answered = Readonly<Record<string, unknown>>

/** Applies {@link ContactTable.answer_override}; JSON drops undefined fields. */
const answered = (call: Call, { answer_override }: ContactRow): Answered =>
  answer_override === null ? { ...call } : { ...call, ...Object.fromEntries(JSON.parse(answer_override)) }

export const listCalls = async (
  reference: Reference,
  scope: CallScope,
  filters: CallFilters,
  window: Window,
): Promise<{ calls: Answered[]; objects: ObjectRow[]; total: number }> => {
  const { database } = reference
  const now = reference.now()
  const { total } = await filteredCalls(database, scope, filters, now)
    .select((on) => on.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  if (total <= window.offset) return { calls: [], objects: [], total }

  const page = await pageOfCalls(database, scope, filters, now, window).execute()
  const ids = page.map(({ id }) => id)
  const rows = await database.selectFrom('contacts').selectAll().where('id', 'in', ids).execute()
  const rowById = new Map(rows.map((row) => [row.id, row]))
  const objects = await database
    .selectFrom('objects')
    .selectAll()
    .where('id', 'in', [...new Set(rows.map((row) => row.object_id))])
    .orderBy('id')
    .execute()
  const objectById = new Map(objects.map((object) => [object.id, object]))
  const comments = await commentsOf(database, ids)
  const calls = ids.map((id) => {
    const row = rowById.get(id)!
    const object = objectById.get(row.object_id)!
    return answered(toListedCall(reference, row, object, comments.get(id) ?? []), row)
  })
  return { calls, objects, total }
}

export const callsOfAccount = async (database: ReferenceDatabase, accountId: number): Promise<CallScope> => {
  const deleted = await database
    .selectFrom('objects')
    .select('id')
    .where('account_id', '=', accountId)
    .where('status', '=', OBJECT_STATUS.deleted)
    .execute()
  return { column: 'account_id', id: accountId, hiddenObjects: deleted.map(({ id }) => id) }
}

const callsOfObject = (id: number): CallScope => ({ column: 'object_id', id, hiddenObjects: [] })

export const callHandlers = (reference: Reference) => {
  const { database, publicUrl } = reference
  return {
    all_calls: async (c) => {
      const query = c.req.query()
      const page = readPage(query)
      const scope = await callsOfAccount(database, c.var.owner.id)
      const { calls, objects, total } = await listCalls(reference, scope, readFilters(query), windowOf(page))
      // Not documented: which objects `meta.obj` contains. Here those of the page's calls.
      const obj = await toObjs(reference, objects)
      return c.json({ calls, meta: { obj, pagination: paginationOf(page, total) } })
    },

    object_calls: async (c) => {
      const query = c.req.query()
      const object = await findObject(database, c.var.owner.id, pathValue(c, 'oid'))
      const page = readPage(query)
      const scope = callsOfObject(object.id)
      const { calls, total } = await listCalls(reference, scope, readFilters(query), windowOf(page))
      return c.json({
        calls,
        meta: {
          obj: await toObj(reference, object),
          statuses: CALL_STATUS,
          services: servicesAt(publicUrl),
          pagination: paginationOf(page, total),
        },
      })
    },

    call: async (c) => {
      const object = await findObject(database, c.var.owner.id, pathValue(c, 'oid'))
      const row = await database
        .selectFrom('contacts')
        .selectAll()
        .where('object_id', '=', object.id)
        .where('id', '=', readId(pathValue(c, 'call_id')))
        .executeTakeFirst()
      if (!row) throw new Refusal('not_found')
      const comments = await commentsOf(database, [row.id])
      return c.json({
        call: answered(toCall(reference, row, object, comments.get(row.id) ?? []), row),
        meta: {
          obj: await toObj(reference, object),
          statuses: CALL_STATUS,
          services: servicesAt(publicUrl),
        },
      })
    },
  } satisfies Record<string, EndpointHandler>
}
