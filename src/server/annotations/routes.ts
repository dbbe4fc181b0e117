import { Hono } from 'hono'
import * as z from 'zod/mini'
import {
  cleanTags,
  CONTACTS_PER_REQUEST,
  ANNOTATION_FIELDS,
  NOTE_MAX,
  objectOfPath,
  readContactText,
  readContactTexts,
  saveAnnotationBody,
  SCORES,
  TAG_MAX,
  TAGS_MAX,
  type AnnotatedContact,
  type SaveAnnotationBody,
  type TagsInUse,
} from '#/contract/annotations/annotations.ts'
import { contactText } from '#/contract/annotations/contact-text.ts'
import { isPathValue } from '#/contract/endpoint.ts'
import { sessionPerson, type LogBook } from '#/server/administration/log-book.ts'
import type { ArchiveAccess } from '#/server/accounts/access.ts'
import { requestedAccount, checkedAccount } from '#/server/accounts/requested-account.ts'
import {
  callContext,
  CLIENT_PATH,
  readBody,
  readQuery,
  sendConflict,
  sendJson,
  sendNothing,
  type AppContext,
  type AppEnv,
} from '#/server/http/exchange.ts'
import { Failure, failure } from '#/server/http/failure.ts'
import { refuseInPrivacyMode } from '#/server/http/privacy-mode.ts'
import type { SessionCalls } from '#/server/upstream/session-calls.ts'
import type { Annotations, AnnotationCursor } from './store.ts'
import { seenWith, tagCounts } from './seen.ts'

export interface AnnotationRoutesOptions {
  readonly annotations: Annotations
  readonly access: ArchiveAccess
  readonly calls: SessionCalls
  readonly logBook: LogBook
}

const ANNOTATIONS_PATH = '/marks'
const STORED_PATH = `${ANNOTATIONS_PATH}/kept`
const TAGS_PATH = `${ANNOTATIONS_PATH}/tags`
const MARK_PATH = `${ANNOTATIONS_PATH}/:oid/:contact`
/** A note and tags of four-byte characters, JSON-escaped. */
const BODY_MAX_BYTES = 32 * 1024

/** @throws Failure `not_found` for an invalid contact */
const contactOf = (c: AppContext): AnnotatedContact => {
  const segment = c.req.param('oid') ?? ''
  const digits = c.req.param('contact') ?? ''
  const id = Number(digits)
  if (!isPathValue('oid', segment) || !isPathValue('call_id', digits) || !Number.isSafeInteger(id))
    throw failure('not_found')
  return { oid: objectOfPath(segment), id }
}

/**
 * Errors by field (G13).
 * @throws Failure 400
 */
const checked = (body: SaveAnnotationBody): SaveAnnotationBody => {
  const tags = body.tags && cleanTags(body.tags)
  const wrong = {
    ...((body.note?.length ?? 0) > NOTE_MAX && { note: `must be at most ${NOTE_MAX} characters` }),
    ...((tags?.length ?? 0) > TAGS_MAX && { tags: `must be at most ${TAGS_MAX}` }),
    ...(tags?.some((tag) => tag.length > TAG_MAX) && {
      tags: `each must be at most ${TAG_MAX} characters`,
    }),
    ...(body.score != null &&
      !SCORES.some((score) => score === body.score) && { score: 'must be 1 to 5, without fractions' }),
  }
  if (Object.keys(wrong).length > 0) throw new Failure(400, wrong)
  return { ...body, ...(tags && { tags }) }
}

/** @throws Failure `invalid_request` */
const contactsOf = (requested: readonly string[]): AnnotatedContact[] => {
  const contacts = readContactTexts(requested, CONTACTS_PER_REQUEST)
  if (contacts === null) throw failure('invalid_request')
  return contacts
}

/** Epoch milliseconds, and the last annotation seen. */
const sinceQuestion = z.object({
  since: z.string().check(z.regex(/^\d{1,15}$/)),
  after: z.optional(z.string()),
})

const writeAfter = (after: AnnotationCursor): string => `${after.at} ${contactText(after)}`
/** @throws Failure `invalid_request` */
const afterOf = (cursor: string | undefined): AnnotationCursor | null => {
  if (cursor === undefined) return null
  const [, at, text] = /^(\d{1,15}) (.+)$/su.exec(cursor) ?? []
  const contact = readContactText(text ?? '')
  if (at === undefined || contact === null) throw failure('invalid_request')
  return { at: Number(at), ...contact }
}

/** `/api/marks…`, also below a client's prefix, for sessions that may read that account. */
export const annotationRoutes = ({
  annotations,
  access,
  calls,
  logBook,
}: AnnotationRoutesOptions): Hono<AppEnv> => {
  const checkedFor = (c: AppContext) => checkedAccount({ access, calls }, c)

  const list = async (c: AppContext) => {
    const { account, hidden } = await checkedFor(c)
    const requested = c.req.queries('contact')
    const since = async () => {
      const question = readQuery(c, sinceQuestion)
      return annotations.since(account, Number(question.since), afterOf(question.after))
    }
    const found = requested ? await annotations.of(account, contactsOf(requested)) : await since()
    return sendJson(c, {
      ...found,
      marks: found.marks.map(seenWith(hidden)),
      next: found.next && writeAfter(found.next),
    })
  }

  const tags = async (c: AppContext) => {
    const { account, hidden } = await checkedFor(c)
    const answer: TagsInUse = {
      tags: tagCounts((await annotations.matching(account, ['tag'])).map(seenWith(hidden))),
    }
    return sendJson(c, answer)
  }

  const save = async (c: AppContext) => {
    const { session, client, account, hidden } = await checkedFor(c)
    const contact = contactOf(c)
    refuseInPrivacyMode(c)
    const { version, ...values } = checked(await readBody(c, saveAnnotationBody, BODY_MAX_BYTES))
    // A masked note must not overwrite the full one.
    const {
      marks: [before],
    } = await annotations.of(account, [contact])
    if (before && values.note !== undefined && seenWith(hidden)(before).note !== before.note)
      throw failure('hidden_field')
    const { isWritten, mark } = await annotations.save(
      account,
      contact,
      version,
      values,
      sessionPerson(session),
    )
    const seen = seenWith(hidden)(mark)
    if (!isWritten) return sendConflict(c, 'mark_changed', { mark: seen })
    const fields = ANNOTATION_FIELDS.filter((field) => values[field] !== undefined)
    await logBook.note(
      c,
      { event: 'contact_marked', object: contact.oid, contact: String(contact.id), fields },
      { client },
    )
    return sendJson(c, { mark: seen })
  }

  const stored = async (c: AppContext) => {
    const { session, client, account } = requestedAccount(c)
    if (client !== null) await calls.access(session, client, callContext(c))
    return sendJson(c, { contacts: await annotations.count(account, client === null) })
  }

  const forget = async (c: AppContext) => {
    // An account may delete its annotations also of a client that it has lost.
    const { client, account } = requestedAccount(c)
    refuseInPrivacyMode(c)
    await annotations.forget(account, client === null)
    await logBook.note(c, { event: 'marks_forgotten' }, { client })
    return sendNothing(c)
  }

  const routes = new Hono<AppEnv>()
  for (const prefix of ['/api', CLIENT_PATH])
    routes
      .get(prefix + ANNOTATIONS_PATH, list)
      .delete(prefix + ANNOTATIONS_PATH, forget)
      .get(prefix + TAGS_PATH, tags)
      .get(prefix + STORED_PATH, stored)
      .put(prefix + MARK_PATH, save)
  return routes
}
