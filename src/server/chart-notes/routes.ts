import type { Hono } from 'hono'
import { isDay } from '#/contract/day.ts'
import { isPathValue } from '#/contract/endpoint.ts'
import {
  addNoteBody,
  CHART_NOTE_MAX,
  CHART_NOTES_MAX,
  type AddNoteBody,
  type ChartNote,
} from '#/contract/chart-notes/chart-notes.ts'
import { sessionPerson, type LogBook } from '#/server/administration/log-book.ts'
import type { ArchiveAccess } from '#/server/accounts/access.ts'
import { checkedAccount } from '#/server/accounts/requested-account.ts'
import { countRoutes } from '#/server/accounts/record-routes.ts'
import { withoutNumbers } from '#/server/hidden-fields.ts'
import {
  CLIENT_PATH,
  readBody,
  sendJson,
  sendNothing,
  type AppContext,
  type AppEnv,
} from '#/server/http/exchange.ts'
import { Failure, failure } from '#/server/http/failure.ts'
import { refuseInPrivacyMode } from '#/server/http/privacy-mode.ts'
import type { SessionCalls } from '#/server/upstream/session-calls.ts'
import type { ChartNotes } from './store.ts'

export interface ChartNoteRoutesOptions {
  readonly notes: ChartNotes
  readonly access: ArchiveAccess
  readonly calls: SessionCalls
  readonly logBook: LogBook
}

const NOTES_PATH = '/notes'
const NOTE_PATH = `${NOTES_PATH}/:note`
/** A text of four-byte characters, JSON-escaped. */
const BODY_MAX_BYTES = 8 * 1024

/**
 * Errors by field (G13).
 * @throws Failure 400
 */
const checked = ({ day, reach, oid, text }: AddNoteBody, client: string | null): AddNoteBody => {
  const trimmed = text.trim()
  const wrong = {
    ...(!isDay(day) && { day: 'must be a day' }),
    ...(trimmed === '' && { text: 'must not be empty' }),
    ...(trimmed.length > CHART_NOTE_MAX && { text: `must be at most ${CHART_NOTE_MAX} characters` }),
    ...((oid !== null) !== (reach === 'object') && { oid: 'must be there for a note of an object alone' }),
    ...(oid !== null && !isPathValue('oid', oid) && { oid: 'must be an object' }),
    ...(reach === 'all' && client === null && { reach: 'must be of a client for a note of all clients' }),
  }
  if (Object.keys(wrong).length > 0) throw new Failure(400, wrong)
  return { day, reach, oid, text: trimmed }
}

/** Removes phone numbers from notes for people without the right. */
const seenWith =
  (hidden: ReadonlySet<string>) =>
  (note: ChartNote): ChartNote =>
    hidden.has('phone_number_from') ? { ...note, text: withoutNumbers(note.text) } : note

/** `/api/notes…`, also below a client's prefix, for sessions that may read that account. */
export const chartNoteRoutes = ({ notes, access, calls, logBook }: ChartNoteRoutesOptions): Hono<AppEnv> => {
  const checkedFor = async (c: AppContext) => {
    const requested = await checkedAccount({ access, calls }, c)
    return { ...requested, whose: { principal: requested.session.account, client: requested.client } }
  }

  const list = async (c: AppContext) => {
    const { whose, hidden } = await checkedFor(c)
    return sendJson(c, { notes: (await notes.of(whose)).map(seenWith(hidden)) })
  }

  const add = async (c: AppContext) => {
    const { session, client, whose, hidden } = await checkedFor(c)
    refuseInPrivacyMode(c)
    const body = checked(await readBody(c, addNoteBody, BODY_MAX_BYTES), client)
    const note = await notes.add(whose, body, sessionPerson(session))
    if (note === null)
      throw new Failure(400, { text: `there are ${CHART_NOTES_MAX} notes, as many as may be` })
    await logBook.note(c, { event: 'note_added', day: note.day }, { client })
    return sendJson(c, { note: seenWith(hidden)(note) })
  }

  const remove = async (c: AppContext) => {
    const { client, whose } = await checkedFor(c)
    refuseInPrivacyMode(c)
    if (!(await notes.remove(whose, c.req.param('note') ?? ''))) throw failure('not_found')
    await logBook.note(c, { event: 'note_deleted' }, { client })
    return sendNothing(c)
  }

  const routes = countRoutes(NOTES_PATH, {
    store: notes,
    unit: 'notes',
    forgotten: { event: 'notes_forgotten' },
    logBook,
  })
  for (const prefix of ['/api', CLIENT_PATH])
    routes
      .get(prefix + NOTES_PATH, list)
      .post(prefix + NOTES_PATH, add)
      .delete(prefix + NOTE_PATH, remove)
  return routes
}
