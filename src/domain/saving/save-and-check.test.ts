import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '#/api/error.ts'
import { runs } from '#/test/runs.ts'
import { checkSaved, saveAndCheck, type Repository } from './save-and-check.ts'

type Letters = string | null

const sorted = (letters: string) => letters.split('').toSorted().join('')

const repositoryOf = (readings: readonly (Letters | ApiError)[], refusal?: ApiError, readsFirst = true) => {
  const left = [...readings]
  const send = vi.fn<(letters: string) => Promise<unknown>>(() =>
    refusal ? Promise.reject(refusal) : Promise.resolve(null),
  )
  const read = vi.fn<() => Promise<Letters>>(() => {
    const next = left.shift()
    if (next === undefined) throw new Error('read once too often')
    return next instanceof ApiError ? Promise.reject(next) : Promise.resolve(next)
  })
  const repository: Repository<Letters, string> = {
    read,
    valueOf: (letters) => letters,
    isSame: (one, other) => sorted(one) === sorted(other),
    sending: (letters) => (letters.includes('!') ? null : () => send(letters)),
    readsFirst,
  }
  return { repository, send, read }
}

const DRAFT = { base: 'ab', chosen: 'ac' }
const TIMEOUT = new ApiError('timeout')

describe('saving', () => {
  test('sends what was chosen once, and compares what the service has then', async () => {
    const { repository, send, read } = repositoryOf(['ba', 'ca'])
    expect(await saveAndCheck(repository, DRAFT)).toEqual({ kind: 'saved', draft: DRAFT })
    expect(send.mock.calls).toEqual([['ac']])
    expect(read).toHaveBeenCalledTimes(2)
  })

  test('without a reading before, whatever the service had', async () => {
    const { repository, send, read } = repositoryOf(['ac'], undefined, false)
    expect(await saveAndCheck(repository, DRAFT)).toEqual({ kind: 'saved', draft: DRAFT })
    expect(send).toHaveBeenCalledTimes(1)
    expect(read).toHaveBeenCalledTimes(1)
  })

  test('the service keeps something else', async () => {
    const { repository } = repositoryOf(['ab', 'abc'])
    expect(await saveAndCheck(repository, DRAFT)).toEqual({ kind: 'kept-other', draft: DRAFT, stored: 'abc' })
  })

  test.each([
    ['the record has changed', 'a', DRAFT, { kind: 'conflict', theirs: 'a' }],
    ['the service has it already', 'ca', DRAFT, { kind: 'already' }],
    ['the record cannot be asked for', TIMEOUT, DRAFT, { kind: 'not-sent', error: TIMEOUT }],
    ['the record cannot be read', null, DRAFT, { kind: 'not-sent', error: expect.any(ApiError) }],
    ['the value cannot be written', 'ab', { base: 'ab', chosen: '!' }, { kind: 'unsendable' }],
  ])('%s: nothing is sent', async (_, reading, draft, outcome) => {
    const { repository, send } = repositoryOf([reading])
    expect(await saveAndCheck(repository, draft)).toEqual(outcome)
    expect(send).not.toHaveBeenCalled()
  })

  test('a refusal is rejected with, and nothing is read after it', async () => {
    const { repository, read } = repositoryOf(['ab'], new ApiError('rejected'))
    await expect(saveAndCheck(repository, DRAFT)).rejects.toMatchObject({ kind: 'rejected' })
    expect(read).toHaveBeenCalledTimes(1)
  })

  test.each([
    ['not asked for again', TIMEOUT, TIMEOUT],
    ['not readable any more', null, expect.any(ApiError)],
  ])('accepted, but %s', async (_, reading, error) => {
    const { repository } = repositoryOf(['ab', reading])
    expect(await saveAndCheck(repository, DRAFT)).toEqual({ kind: 'unchecked', draft: DRAFT, error })
  })

  test('whatever the service has and keeps, "saved" is only said of what it has', async () => {
    const letters = fc.subarray(['a', 'b', 'c', 'd']).map((some) => some.join(''))
    await fc.assert(
      fc.asyncProperty(letters, letters, letters, letters, async (base, chosen, before, after) => {
        const { repository, send } = repositoryOf([before, after])
        const { kind } = await saveAndCheck(repository, { base, chosen })
        const isSent = send.mock.calls.length > 0
        expect(isSent).toBe(before === base && before !== chosen)
        expect(kind === 'saved').toBe(isSent && after === chosen)
        expect(kind === 'already').toBe(!isSent && before === chosen)
      }),
      runs(300, 20_000),
    )
  })
})

describe('checking a save whose answer was lost', () => {
  test.each([
    ['ac', false, { kind: 'saved', draft: DRAFT }],
    ['ab', false, { kind: 'not-saved' }],
    ['b', false, { kind: 'conflict', theirs: 'b' }],
    ['ac', true, { kind: 'saved', draft: DRAFT }],
    ['ab', true, { kind: 'kept-other', draft: DRAFT, stored: 'ab' }],
  ])('%j, accepted: %j', async (now, wasAccepted, outcome) => {
    const { repository, send } = repositoryOf([now])
    expect(await checkSaved(repository, DRAFT, wasAccepted)).toEqual(outcome)
    expect(send).not.toHaveBeenCalled()
  })

  test('not read either', async () => {
    await expect(checkSaved(repositoryOf([TIMEOUT]).repository, DRAFT, false)).rejects.toBe(TIMEOUT)
    await expect(checkSaved(repositoryOf([null]).repository, DRAFT, false)).rejects.toMatchObject({
      kind: 'bad-response',
    })
  })
})
