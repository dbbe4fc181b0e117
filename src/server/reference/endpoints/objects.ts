import type { Selectable } from 'kysely'
import { OBJECT_STATUS, OBJECT_STATUSES } from '#/contract/codes.ts'
import { objectStatusFilter } from '#/contract/call-filters.ts'
import type { Obj } from '#/contract/object.ts'
import { optionCodes, scriptConfigBody, type OptionCodes } from '#/contract/script-config.ts'
import { pathValue, readJson, type EndpointHandler, type Reference } from '../context.ts'
import { Refusal } from '../failure.ts'
import { objectFilters } from './object-filters.ts'
import { paginationOf, readPage, windowOf, type Window } from './paging.ts'
import type { ObjectTable, ReferenceDatabase } from '../schema.ts'

export type ObjectRow = Selectable<ObjectTable>

/** Fields of 2.2 in {@link ObjectTable.details}: neither columns nor counted. */
export type ObjectDetails = Omit<
  Obj,
  'oid' | 'alias' | 'title' | 'status' | 'script_config' | 'custom_statuses' | 'calls_count'
>

/** Not documented: whether a list without `status` has deleted objects (API document 4.2). Here it does not. */
const UNLISTED_STATUS = OBJECT_STATUS.deleted

export const countCalls = async (
  database: ReferenceDatabase,
  objectIds: readonly number[],
): Promise<Map<number, number>> => {
  if (objectIds.length === 0) return new Map()
  const rows = await database
    .selectFrom('contacts')
    .select((on) => ['object_id', on.fn.countAll<number>().as('count')])
    .where('object_id', 'in', objectIds)
    .groupBy('object_id')
    .execute()
  return new Map(rows.map(({ object_id, count }) => [object_id, count]))
}

/** Objects as answered (API document 2.2), in the rows' order. */
export const toObjs = async ({ database }: Reference, rows: readonly ObjectRow[]): Promise<Obj[]> => {
  const counts = await countCalls(
    database,
    rows.map((row) => row.id),
  )
  return rows.map((row) => {
    // Written by ourselves, so not validated.
    const details: ObjectDetails = JSON.parse(row.details)
    return {
      ...details,
      oid: row.oid,
      alias: row.alias,
      title: row.title,
      status: OBJECT_STATUSES.find((name) => OBJECT_STATUS[name] === row.status) ?? '',
      calls_count: counts.get(row.id) ?? 0,
      custom_statuses: JSON.parse(row.custom_statuses),
      script_config: JSON.parse(row.script_config),
    }
  })
}

export const toObj = async (reference: Reference, row: ObjectRow): Promise<Obj> => {
  const [obj] = await toObjs(reference, [row])
  return obj!
}

/**
 * An account's object by oid, or by alias in the single-object path (API document 2.2).
 * @throws Refusal `not_found` for a deleted, unknown or foreign one
 */
export const findObject = async (
  database: ReferenceDatabase,
  accountId: number,
  oid: string,
  { byAlias = false } = {},
): Promise<ObjectRow> => {
  const row = await database
    .selectFrom('objects')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('status', '<>', OBJECT_STATUS.deleted)
    .where((on) => on.or([on('oid', '=', oid), ...(byAlias ? [on('alias', '=', oid)] : [])]))
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

/** Objects of a status (API document 3.1; null: all listed), as a query without selection. */
export const objectsOfAccount = (database: ReferenceDatabase, accountId: number, status: number | null) =>
  database
    .selectFrom('objects')
    .where('account_id', '=', accountId)
    .where((on) => (status === null ? on('status', '<>', UNLISTED_STATUS) : on('status', '=', status)))

export const listObjects = async (
  database: ReferenceDatabase,
  accountId: number,
  status: number | null,
  { limit, offset }: Window,
): Promise<{ rows: ObjectRow[]; total: number }> => {
  const matching = objectsOfAccount(database, accountId, status)
  const rows = await matching.selectAll().orderBy('id').limit(limit).offset(offset).execute()
  const { total } = await matching
    .select((on) => on.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

const readStatus = (status: string | undefined): number | null => {
  if (status === undefined || status === '') return null
  const parsed = objectStatusFilter.safeParse(status)
  if (!parsed.success) throw new Refusal({ status: 'must be 1 to 5' })
  return Number(parsed.data)
}

/**
 * Options that a body switches on.
 * @throws Refusal messages by unavailable option or wrong code
 */
const readOptions = (config: Readonly<Record<string, string>>, possible: OptionCodes): string[] => {
  const wrong: Record<string, string> = {}
  for (const [name, code] of Object.entries(config)) {
    const own = possible.get(name)
    if (own === undefined) wrong[name] = 'is not an option'
    else if (code !== String(own)) wrong[name] = `must be "${own}"`
  }
  if (Object.keys(wrong).length > 0) throw new Refusal(wrong)
  return [...possible.keys()].filter((option) => Object.hasOwn(config, option))
}

export const objectHandlers = (reference: Reference) => {
  const { database } = reference
  return {
    objects: async (c) => {
      const query = c.req.query()
      const page = readPage(query)
      const { rows, total } = await listObjects(
        database,
        c.var.owner.id,
        readStatus(query.status),
        windowOf(page),
      )
      return c.json({
        objs: await toObjs(reference, rows),
        meta: { pagination: paginationOf(page, total) },
      })
    },

    object: async (c) => {
      const row = await findObject(database, c.var.owner.id, pathValue(c, 'oid'), { byAlias: true })
      return c.json({ obj: await toObj(reference, row) })
    },

    object_filters: async (c) => {
      const row = await findObject(database, c.var.owner.id, pathValue(c, 'oid'))
      return c.json(await objectFilters(database, row))
    },

    /**
     * Not documented: the answer, and whether omitted options are switched off (G11). Here they are, and the
     * answer lists what is on.
     */
    script_config: async (c) => {
      const row = await findObject(database, c.var.owner.id, pathValue(c, 'oid'))
      const { script_config } = await readJson(c, scriptConfigBody)
      const details: ObjectDetails = JSON.parse(row.details)
      const options = readOptions(script_config, optionCodes(details.script_config_possible_values))
      await database
        .updateTable('objects')
        .set({ script_config: JSON.stringify(options) })
        .where('id', '=', row.id)
        .execute()
      return c.json({ script_config: options })
    },
  } satisfies Record<string, EndpointHandler>
}
