import { expect, test, vi } from 'vitest'
import { obj, type ObjRead } from '#/contract/object.ts'
import { SCRIPT_OPTION } from '#/contract/script-config.ts'
import { saveAndCheck } from '#/domain/saving/save-and-check.ts'
import { optionsRepository } from './use-script-editor.ts'

const objectOf = (on: unknown, possible: unknown = SCRIPT_OPTION): ObjRead =>
  obj.lenient.parse({ oid: 'o', script_config: on, script_config_possible_values: possible })

const repositoryOf = (...readings: readonly ObjRead[]) => {
  const left = [...readings]
  const send = vi.fn<(body: unknown) => Promise<unknown>>(() => Promise.resolve(null))
  return { repository: optionsRepository(() => Promise.resolve(left.shift()!), send), send }
}

test('exactly the chosen options are sent, and their order means nothing', async () => {
  const draft = { base: ['utm', 'gtm'], chosen: ['utm', 'referrer'] }
  const { repository, send } = repositoryOf(objectOf(['gtm', 'utm']), objectOf(['referrer', 'utm']))
  expect(await saveAndCheck(repository, draft)).toEqual({ kind: 'saved', draft })
  expect(send.mock.calls).toEqual([[{ script_config: { referrer: '2', utm: '3' } }]])
})

test('codes are those of the object as it is now', async () => {
  const { repository, send } = repositoryOf(objectOf([], { visitor_id: 61 }), objectOf(['visitor_id']))
  await saveAndCheck(repository, { base: [], chosen: ['visitor_id'] })
  expect(send.mock.calls).toEqual([[{ script_config: { visitor_id: '61' } }]])
})

test('nothing is sent with an option that has lost its code, nor over options that cannot be read', async () => {
  const lost = repositoryOf(objectOf(['utm', 'legacy'], {}))
  expect(await saveAndCheck(lost.repository, { base: ['utm', 'legacy'], chosen: ['legacy'] })).toEqual({
    kind: 'unsendable',
  })
  const unreadable = repositoryOf(objectOf({ utm: '3' }))
  expect(await saveAndCheck(unreadable.repository, { base: ['utm'], chosen: [] })).toMatchObject({
    kind: 'not-sent',
  })
  expect([lost.send.mock.calls, unreadable.send.mock.calls]).toEqual([[], []])
})
