// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useDraft } from './use-draft.ts'

/** A journal filter with its history. */
const setUp = (options: Parameters<typeof useDraft>[2]) => {
  const steps: string[] = []
  const { result, unmount } = renderHook(() => {
    const [applied, set] = useState('')
    const apply = (value: string, { replace }: { replace: boolean }) => {
      steps.push(`${replace ? 'replace' : 'push'} ${value}`)
      set(value)
    }
    return { draft: useDraft(applied, apply, options), set }
  })
  const draft = () => result.current.draft
  return {
    steps,
    draft,
    unmount,
    type: (text: string) => act(() => draft().type(text)),
    leave: () => act(() => draft().leave()),
    settle: () => act(() => draft().settle()),
    fromOutside: (value: string) => act(() => result.current.set(value)),
    wait: (ms: number) =>
      act(() => {
        vi.advanceTimersByTime(ms)
      }),
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('applies after a pause, and one visit to the field is one step', () => {
  const { steps, draft, type, wait } = setUp({ pauseMs: 300 })
  type('im')
  type('imp')
  wait(299)
  expect(steps).toEqual([])
  wait(1)
  type('impl ')
  wait(300)
  expect(steps).toEqual(['push imp', 'replace impl'])
  expect(draft().text).toBe('impl ')
})

test('applies at once on Enter and when it is left; the next visit is a step of its own', () => {
  const { steps, draft, type, leave, settle, wait } = setUp({ pauseMs: 300 })
  type('a')
  settle()
  leave()
  type('ab')
  leave()
  wait(1000)
  expect(steps).toEqual(['push a', 'push ab'])
  expect(draft().text).toBe('ab')
})

test('a change from outside takes the place of what is typed, and what waits is never applied over it', () => {
  const { steps, draft, type, fromOutside, wait, leave } = setUp({ pauseMs: 300 })
  type('abc')
  wait(300)
  type('abcd')
  fromOutside('')
  expect(draft().text).toBe('')
  wait(1000)
  leave()
  expect(steps).toEqual(['push abc'])
  type('x')
  wait(300)
  expect(steps).toEqual(['push abc', 'push x'])
})

test('what is not ready is shown while it is typed, never applied, and forgotten when the field is left', () => {
  const { steps, draft, type, leave } = setUp({ isReady: (value) => value.length === 4 })
  type('2')
  type('20')
  expect(draft().text).toBe('20')
  leave()
  expect(draft().text).toBe('')
  type('2026')
  expect(steps).toEqual(['push 2026'])
})

test('what waits goes with the field', () => {
  const { steps, type, wait, unmount } = setUp({ pauseMs: 300 })
  type('abc')
  unmount()
  wait(1000)
  expect(steps).toEqual([])
})
