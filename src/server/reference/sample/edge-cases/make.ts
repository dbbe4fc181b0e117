import { CALL_STATUS, CALL_TYPE } from '#/contract/codes.ts'
import { HOUR, timestamp } from '#/server/reference/sample/calendar.ts'
import { storedContact, type SampleContact } from '#/server/reference/sample/contacts.ts'
import type { SampleObject } from '#/server/reference/sample/objects.ts'
import { oddContacts } from './contacts.ts'
import type { EdgeCase } from './edge-case.ts'
import { malformedContacts } from './malformed.ts'
import { HOSTILE_TITLE_ALIAS, EDGE_CASES_ALIAS } from './objects.ts'

/** Separate ids, so that a case keeps its address in any sample size. */
const FIRST_ID = 80_000_001
const casesAt = (at: number): readonly [name: string, edgeCase: EdgeCase][] =>
  Object.entries({ ...oddContacts(at), ...malformedContacts(at, FIRST_ID) })

/** Contacts of the object "Edge cases", newest first, for tests. `ownId`: answered with this id, so that it has a page. */
export const EDGE_CASES: readonly { readonly id: number; readonly name: string; readonly ownId: boolean }[] =
  casesAt(0).map(([name, { answer = {} }], index) => ({
    id: FIRST_ID + index,
    name,
    ownId: !Object.hasOwn(answer, 'id'),
  }))

const APART = 15 * HOUR

const draftOf = (
  object: SampleObject,
  id: number,
  at: number,
  comment: string,
  { phone, service = 1, answer, ...rest }: EdgeCase,
): SampleContact => {
  const row = storedContact(object, at, phone ?? `7916555${1000 + (id % 30)}`, service, {
    status: CALL_STATUS.answer,
    call_type: CALL_TYPE.COMMON,
    ...rest,
    answer_override: answer
      ? JSON.stringify(Object.entries(answer).map((entry) => entry.filter((part) => part !== undefined)))
      : null,
  })
  const name = object.managers[0]?.name ?? ''
  const written = { user_id: 1, name, email: 'edge@example.ru', created_at: timestamp(at + HOUR / 2, 180) }
  return { row: { ...row, id }, comments: comment ? [{ comment, ...written }] : [] }
}

/** Contacts of "Edge cases" and one of the object with a hostile title, oldest first; the newest is an hour old. */
export const makeEdgeCases = (objects: readonly SampleObject[], now: number): readonly SampleContact[] => {
  const newest = Math.floor(now / 1000) * 1000 - HOUR
  const seen = new Set<string>()
  return objects
    .flatMap((object) =>
      object.alias === HOSTILE_TITLE_ALIAS
        ? [draftOf(object, FIRST_ID - 1, newest, 'Of an object of hostile words', {})]
        : object.alias === EDGE_CASES_ALIAS
          ? casesAt(newest - 24 * HOUR).map(([name, one], index) =>
              draftOf(object, FIRST_ID + index, newest - index * APART, name, one),
            )
          : [],
    )
    .toReversed()
    .map((draft) => {
      const { caller_digits, object_id } = draft.row
      const caller = `${object_id} ${caller_digits}`
      const call_type = caller_digits !== '' && seen.has(caller) ? CALL_TYPE.REPEATED : CALL_TYPE.COMMON
      seen.add(caller)
      return { ...draft, row: { ...draft.row, call_type } }
    })
}
