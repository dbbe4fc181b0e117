import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeValues } from '#/contract/archive/filters.ts'
import { unmarked, type Annotation } from '#/contract/annotations/annotations.ts'
import { contactText } from '#/contract/annotations/contact-text.ts'
import type { AnnotationFilters } from '#/contract/annotations/annotation-filters.ts'
import { findAnnotated } from '#/server/archive/lists/annotated.ts'
import type { AnnotatedContacts } from '#/server/archive/lists/question.ts'
import { openOwnDatabase } from '#/server/database/testing/own-database.ts'
import { createAnnotations, ANNOTATIONS_LIMIT, type AnnotationCursor } from './store.ts'
import { isLongSuite } from '#/test/suite.ts'

const open = async () => {
  const database = await openOwnDatabase()
  let time = 1_000_000
  return { database, annotations: createAnnotations(database, () => time++) }
}
const NOTHING_HIDDEN: ReadonlySet<string> = new Set()

const TAGS = ['kitchen', 'Kitchen', 'a|b%', '~', '!no', '89161234567', 'Ёлка', 'ёлка']
const values = fc.record({
  outcome: fc.constantFrom(null, 'called', 'no_answer', 'not_needed'),
  note: fc.constantFrom('', 'Wants a garage'),
  tags: fc.uniqueArray(fc.constantFrom(...TAGS), { maxLength: 3, selector: (tag) => tag.toLowerCase() }),
  score: fc.constantFrom(null, 1, 2, 3, 4, 5),
})
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const filters: fc.Arbitrary<AnnotationFilters> = fc.record({
  handled: maybe(fc.constantFrom('0', '1')),
  note: maybe(fc.constantFrom('0', '1')),
  score: maybe(fc.constantFrom('none', '1', '2', '3', '4', '5')),
  tag: maybe(
    fc
      .record({
        values: fc.uniqueArray(fc.constantFrom(null, ...TAGS, 'unused'), { minLength: 1, maxLength: 3 }),
        except: fc.boolean(),
      })
      .map(writeValues),
  ),
})

/** The filter, checked contact by contact. */
const naive = ({ handled, tag, score, note }: AnnotationFilters, mark: Annotation): boolean => {
  if (handled !== undefined) {
    const isDone = mark.outcome === 'called' || mark.outcome === 'not_needed'
    if (isDone !== (handled === '1')) return false
  }
  if (note === '1' && mark.note === '') return false
  if (note === '0' && mark.note !== '') return false
  if (score === 'none' && mark.score !== null) return false
  if (score !== undefined && score !== 'none' && (mark.score ?? 0) < Number(score)) return false
  if (tag === undefined) return true
  const isExcept = tag.startsWith('!')
  const wanted = tag.slice(isExcept ? 1 : 0).split('|')
  const hasOne = wanted.some((one) =>
    one === '~'
      ? mark.tags.length === 0
      : mark.tags.some(
          (own) =>
            own.toLowerCase() ===
            one.replace('%7C', '|').replace('%7E', '~').replace('%21', '!').replace('%25', '%').toLowerCase(),
        ),
  )
  return hasOne !== isExcept
}

const isIn = ({ contacts, except }: AnnotatedContacts, contact: string) =>
  contacts.includes(contact) !== except

test('a mark that an earlier version kept as “handled” is one as called', async () => {
  const { database, annotations } = await open()
  await annotations.save('mine', { oid: 'site', id: 1 }, 0, { outcome: 'called' }, null)
  await database.updateTable('contact_marks').set({ outcome: 'handled' }).execute()
  expect(await annotations.of('mine', [{ oid: 'site', id: 1 }])).toMatchObject({
    marks: [{ outcome: 'called' }],
  })
  expect((await findAnnotated(annotations)('mine', { handled: '1' }, NOTHING_HIDDEN))!.contacts).toHaveLength(
    1,
  )
})

test('contacts found by marks are those that a look at each of them finds, marked or not', async () => {
  const { database, annotations } = await open()
  const find = findAnnotated(annotations)
  await fc.assert(
    fc.asyncProperty(fc.array(values, { maxLength: 12 }), filters, async (all, requested) => {
      await database.deleteFrom('contact_marks').execute()
      await annotations.save('other', { oid: 'site', id: 1 }, 0, { score: 5, outcome: 'called' }, null)
      const known: Annotation[] = [unmarked({ oid: 'site', id: 900 })]
      for (const [nth, one] of all.entries())
        // Contact ids repeat between objects.
        known.push(
          (await annotations.save('mine', { oid: nth % 2 ? 'site' : '', id: nth >> 1 }, 0, one, null)).mark,
        )
      const found = await find('mine', requested, NOTHING_HIDDEN)
      if (found === null) {
        expect(Object.values(requested).filter((value) => value !== undefined)).toEqual([])
        return
      }
      for (const mark of known)
        expect([mark, requested, isIn(found, contactText(mark))]).toEqual([
          mark,
          requested,
          naive(requested, mark),
        ])
    }),
    { numRuns: isLongSuite ? 500 : 40 },
  )
})

test('what is found is found anew after every write, and after all of it was deleted', async () => {
  const { annotations } = await open()
  const find = findAnnotated(annotations)
  const found = async () => (await find('mine', { handled: '1' }, NOTHING_HIDDEN))!.contacts
  const contact = { oid: 'site', id: 5 }
  expect(await found()).toEqual([])
  await annotations.save('mine', contact, 0, { outcome: 'called' }, null)
  expect(await found()).toEqual(['5:site'])
  await annotations.save('mine', contact, 1, { outcome: null }, null)
  expect(await found()).toEqual([])
  await annotations.save('mine', contact, 2, { outcome: 'called' }, null)
  expect(await found()).toEqual(['5:site'])
  await annotations.forget('mine', false)
  expect(await found()).toEqual([])
})

test('who may not see numbers finds contacts by what of a tag may be seen', async () => {
  const { annotations } = await open()
  const find = findAnnotated(annotations)
  await annotations.save('mine', { oid: 'site', id: 5 }, 0, { tags: ['89161234567'] }, null)
  const hidden = new Set(['phone_number_from'])
  expect((await find('mine', { tag: '89161234567' }, NOTHING_HIDDEN))!.contacts).toEqual(['5:site'])
  expect((await find('mine', { tag: '89161234567' }, hidden))!.contacts).toEqual([])
  expect((await find('mine', { tag: '•••' }, hidden))!.contacts).toEqual(['5:site'])
})

test('50,000 marks are found by, and read through in answers of a bounded size', async () => {
  const { database, annotations } = await open()
  const COUNT = 50_000
  const row = (id: number) => ({
    account: 'mine',
    oid: id % 3 ? 'site' : 'shop',
    contact: id,
    version: 1,
    outcome: id % 2 ? ('called' as const) : null,
    outcome_at: null,
    outcome_who: null,
    note: id % 5 ? '' : 'x',
    tags: id % 7 ? '[]' : '["hot"]',
    score: (id % 5) + 1,
    // Many of one moment, the first ones long ago.
    at: Math.floor(id / 3_000),
    who: null,
  })
  for (let from = 0; from < COUNT; from += 500)
    await database
      .insertInto('contact_marks')
      .values(Array.from({ length: 500 }, (_, nth) => row(from + nth)))
      .execute()
  const seen = new Set<number>()
  let after: AnnotationCursor | null = null
  let answers = 0
  do {
    const answer = await annotations.since('mine', 0, after)
    expect(answer.marks.length).toBeLessThanOrEqual(ANNOTATIONS_LIMIT)
    for (const { id } of answer.marks) seen.add(id)
    after = answer.next
    answers++
  } while (after !== null)
  expect([seen.size, answers]).toEqual([COUNT, COUNT / ANNOTATIONS_LIMIT])
  const all = Array.from({ length: COUNT }, (_, id) => id)
  const find = findAnnotated(annotations)
  const handled = (await find('mine', { handled: '1' }, NOTHING_HIDDEN))!
  expect([handled.contacts.length, handled.except]).toEqual([all.filter((id) => id % 2).length, false])
  const hot = (await find('mine', { tag: 'hot', score: '4', note: '0' }, NOTHING_HIDDEN))!
  expect(hot.contacts.length).toBe(all.filter((id) => id % 7 === 0 && id % 5 >= 3).length)
})
