import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { Hono } from 'hono'
import { hasAnnotations } from '#/contract/annotations/annotation-columns.ts'
import { CALL_FIELD_NAMES, shownFiles, type ExportColumn } from '#/contract/call-fields.ts'
import { exportRequest, type ExportAnswer } from '#/contract/exports/contact-exports.ts'
import type { LogBook } from '#/server/administration/log-book.ts'
import { findAnnotated } from '#/server/archive/lists/annotated.ts'
import { archiveAccount } from '#/server/session/names.ts'
import { seenWith } from '#/server/annotations/seen.ts'
import { allAnnotations, type Annotations } from '#/server/annotations/store.ts'
import {
  callContext,
  CLIENT_PATH,
  clientInPath,
  readBody,
  requireRight,
  sendJsonText,
  sendNothing,
  setHeaders,
  type AppContext,
  type AppEnv,
} from '#/server/http/exchange.ts'
import { failure } from '#/server/http/failure.ts'
import { masked } from '#/server/privacy-mode/masked.ts'
import { masksOf, presentationOf, unmaskedQuery } from '#/server/http/privacy-mode.ts'
import { isZone } from '#/server/schedule/due.ts'
import type { Exports, ExportOwner, ExportWork } from './exports.ts'
import { createListReader, readListFilters, type ListReaderOptions } from './list-reader.ts'

const PATH = '/exports'
const ONE = `${PATH}/:id`
const FILE = `${ONE}/file`
const RETRY = `${ONE}/retry`

/** Room for a long list of filter values with labels. */
const MAX_BODY_BYTES = 256 * 1024

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

export interface ExportRoutesOptions extends Omit<ListReaderOptions, 'marked'> {
  readonly exports: Exports
  readonly logBook: LogBook
  readonly annotations: Annotations
}

/** `/api/exports…`, also below a client's prefix: files of contacts, with the right `export`. */
export const exportRoutes = ({
  exports,
  logBook,
  annotations,
  ...options
}: ExportRoutesOptions): Hono<AppEnv> => {
  const { access, calls } = options
  const reader = createListReader({ ...options, marked: findAnnotated(annotations) })

  const ownerOf = async (c: AppContext) => {
    const session = requireRight(c, 'export')
    const client = clientInPath(c)
    await calls.access(session, client, callContext(c))
    const owner: ExportOwner = { session: session.idHash, client, presentation: presentationOf(c) }
    return { session, client, owner, id: c.req.param('id') ?? '' }
  }

  /** Already masked: masking again would change dates in file names. */
  const send = (c: AppContext, answer: ExportAnswer, status = 200) =>
    sendJsonText(c, JSON.stringify(answer), status)

  const opening = (
    c: AppContext,
    { session, client }: Pick<Awaited<ReturnType<typeof ownerOf>>, 'session' | 'client'>,
    list: Parameters<typeof reader.open>[0],
  ): ExportWork['open'] => {
    const { faults } = callContext(c)
    const masks = masksOf(c)
    return (signal, onReading) =>
      reader.open(list, { session, client, masks, context: { signal, faults } }, onReading)
  }

  const start = async (c: AppContext) => {
    const { session, client, owner } = await ownerOf(c)
    const request = await readBody(c, exportRequest, MAX_BODY_BYTES)
    if (!isZone(request.time_zone)) throw failure('invalid_request')
    const masks = masksOf(c)
    readListFilters(unmaskedQuery(request.filters, masks))
    const { hidden } = await access.check(calls, session, client, callContext(c))
    const shown = shownFiles(new Set(CALL_FIELD_NAMES.filter((field) => hidden.has(field))))
    const isShown = (file: string): file is ExportColumn => shown.has(file as ExportColumn)
    const columns = [...new Set(request.columns)].filter(isShown)
    if (columns.length === 0) throw failure('invalid_request')
    const all = hasAnnotations(columns)
      ? (await allAnnotations(annotations, archiveAccount(session.account, client))).map(seenWith(hidden))
      : []
    const { format, total, object, filters } = request
    // Without an audit log entry there is no file.
    if (
      !(await logBook.note(
        c,
        { event: 'exported', what: 'contacts', format, rows: total },
        { client, must: true },
      ))
    )
      throw failure('storage_unavailable')
    const answer = exports.start(owner, {
      request,
      columns,
      annotations: masks === null ? all : (masked({ marks: all }, masks) as { marks: typeof all }).marks,
      open: opening(c, { session, client }, { oid: object, filters }),
    })
    return send(c, answer, 201)
  }

  const read = async (c: AppContext) => {
    const { owner, id } = await ownerOf(c)
    return send(c, exports.answerOf(id, owner))
  }

  const retry = async (c: AppContext) => {
    const { session, client, owner, id } = await ownerOf(c)
    const list = exports.list(id, owner)
    return send(c, exports.retry(id, owner, { open: opening(c, { session, client }, list) }))
  }

  const cancel = async (c: AppContext) => {
    const { owner, id } = await ownerOf(c)
    exports.cancel(id, owner)
    return sendNothing(c)
  }

  const file = async (c: AppContext) => {
    const { owner, id } = await ownerOf(c)
    const { path, name, bytes } = exports.file(id, owner)
    // The body of an answer to HEAD is never read, nor its file closed.
    const handle =
      c.req.method === 'HEAD'
        ? null
        : await open(path).catch(() => {
            throw failure('not_found')
          })
    c.set('bytes', bytes)
    setHeaders(c, {
      'Content-Type': name.endsWith('.csv') ? TYPES.csv : TYPES.xlsx,
      'Content-Length': String(bytes),
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    })
    if (handle === null) return c.body(null)
    return c.body(Readable.toWeb(handle.createReadStream()) as ReadableStream<Uint8Array>)
  }

  const routes = new Hono<AppEnv>()
  for (const prefix of ['/api', CLIENT_PATH])
    routes
      .post(prefix + PATH, start)
      .get(prefix + ONE, read)
      .delete(prefix + ONE, cancel)
      .get(prefix + FILE, file)
      .post(prefix + RETRY, retry)
  return routes
}
