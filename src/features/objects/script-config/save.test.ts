import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '#/api/error.ts'
import { obj, type ObjRead } from '#/contract/object.ts'
import { SCRIPT_OPTION, SCRIPT_OPTIONS } from '#/contract/script-config.ts'
import { runs } from '#/test/runs.ts'
import { isSameConfig } from './draft.ts'
import { checkOptions, saveOptions, type Service } from './save.ts'

const objectOf = (on: unknown, possible: unknown = SCRIPT_OPTION): ObjRead =>
  obj.lenient.parse({ oid: 'o', script_config: on, script_config_possible_values: possible })

/** Answers the readings one after another; an error in place of an object rejects. */
const serviceOf = (readings: readonly (ObjRead | ApiError)[], refusal?: ApiError) => {
  const left = [...readings]
  const send = vi.fn<Service['send']>(() => (refusal ? Promise.reject(refusal) : Promise.resolve(null)))
  const read = vi.fn<Service['read']>(() => {
    const next = left.shift()
    if (!next) throw new Error('read once too often')
    return next instanceof ApiError ? Promise.reject(next) : Promise.resolve(next)
  })
  return { send, read }
}

const DRAFT = { base: ['utm', 'gtm'], chosen: ['utm', 'referrer'] }
const BODY = { script_config: { referrer: '2', utm: '3' } }
const TIMEOUT = new ApiError('timeout')

describe('saving', () => {
  test('sends exactly the chosen options once, and compares what the service has then', async () => {
    const service = serviceOf([objectOf(['gtm', 'utm']), objectOf(['referrer', 'utm'])])
    expect(await saveOptions(service, DRAFT)).toEqual({ kind: 'saved', draft: DRAFT })
    expect(service.send.mock.calls).toEqual([[BODY]])
    expect(service.read).toHaveBeenCalledTimes(2)
  })

  test('the service keeps something else', async () => {
    const service = serviceOf([objectOf(['utm', 'gtm']), objectOf(['utm', 'referrer', 'gtm'])])
    expect(await saveOptions(service, DRAFT)).toEqual({
      kind: 'kept-other',
      draft: DRAFT,
      kept: ['utm', 'referrer', 'gtm'],
    })
  })

  test.each([
    ['the object has changed', objectOf(['utm']), { kind: 'conflict', theirs: ['utm'] }],
    ['the service has them already', objectOf(DRAFT.chosen), { kind: 'already' }],
    ['the object cannot be read', TIMEOUT, { kind: 'not-sent', error: TIMEOUT }],
    ['its options cannot be read', objectOf({ utm: '3' }), { kind: 'not-sent', error: expect.any(ApiError) }],
    ['an option has lost its code', objectOf(['utm', 'gtm', 'legacy'], {}), { kind: 'unsendable' }],
  ])('%s: nothing is sent', async (_, reading, outcome) => {
    const service = serviceOf([reading])
    const draft =
      outcome.kind === 'unsendable' ? { base: ['utm', 'gtm', 'legacy'], chosen: ['legacy'] } : DRAFT
    expect(await saveOptions(service, draft)).toEqual(outcome)
    expect(service.send).not.toHaveBeenCalled()
  })

  test('codes are those of the object as it is now', async () => {
    const service = serviceOf([objectOf([], { visitor_id: 61 }), objectOf(['visitor_id'])])
    await saveOptions(service, { base: [], chosen: ['visitor_id'] })
    expect(service.send.mock.calls).toEqual([[{ script_config: { visitor_id: '61' } }]])
  })

  test('a refusal is rejected with, and nothing is read after it', async () => {
    const service = serviceOf([objectOf(DRAFT.base)], new ApiError('rejected'))
    await expect(saveOptions(service, DRAFT)).rejects.toMatchObject({ kind: 'rejected' })
    expect(service.read).toHaveBeenCalledTimes(1)
  })

  test('accepted, but not read again', async () => {
    const service = serviceOf([objectOf(DRAFT.base), TIMEOUT])
    expect(await saveOptions(service, DRAFT)).toEqual({ kind: 'unchecked', draft: DRAFT, error: TIMEOUT })
  })

  test('whatever the service has and keeps, "saved" is only said of what it has', async () => {
    const config = fc.subarray(SCRIPT_OPTIONS)
    await fc.assert(
      fc.asyncProperty(config, config, config, config, async (base, chosen, before, after) => {
        const service = serviceOf([objectOf(before), objectOf(after)])
        const { kind } = await saveOptions(service, { base, chosen })
        const isSent = service.send.mock.calls.length > 0
        expect(isSent).toBe(isSameConfig(before, base) && !isSameConfig(before, chosen))
        expect(kind === 'saved').toBe(isSent && isSameConfig(after, chosen))
        expect(kind === 'already').toBe(!isSent && isSameConfig(before, chosen))
      }),
      runs(300, 20_000),
    )
  })
})

describe('checking a save whose answer was lost', () => {
  test.each([
    [DRAFT.chosen, false, { kind: 'saved', draft: DRAFT }],
    [DRAFT.base, false, { kind: 'not-saved' }],
    [['gtm'], false, { kind: 'conflict', theirs: ['gtm'] }],
    [DRAFT.chosen, true, { kind: 'saved', draft: DRAFT }],
    [DRAFT.base, true, { kind: 'kept-other', draft: DRAFT, kept: DRAFT.base }],
  ])('%j, accepted: %j', async (on, wasAccepted, outcome) => {
    const service = serviceOf([objectOf(on)])
    expect(await checkOptions(service, DRAFT, wasAccepted)).toEqual(outcome)
    expect(service.send).not.toHaveBeenCalled()
  })

  test('not read either', async () => {
    await expect(checkOptions(serviceOf([TIMEOUT]), DRAFT, false)).rejects.toBe(TIMEOUT)
    await expect(checkOptions(serviceOf([objectOf(null)]), DRAFT, false)).rejects.toMatchObject({
      kind: 'bad-response',
    })
  })
})
