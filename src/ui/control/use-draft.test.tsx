// @vitest-environment jsdom
import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useDraft } from './use-draft.ts'

type Draft = ReturnType<typeof useDraft>

/** A filter as the journal holds it: what is applied, each step of it, and a way to change it from outside. */
const setUp = (options: Parameters<typeof useDraft>[2]) => {
  const steps: string[] = []
  const drawn: { draft: Draft; set: (value: string) => void }[] = []
  const Field = ({ onDraw }: { onDraw: (drawing: (typeof drawn)[number]) => void }) => {
    const [applied, set] = useState('')
    const apply = (value: string, { replace }: { replace: boolean }) => {
      steps.push(`${replace ? 'replace' : 'push'} ${value}`)
      set(value)
    }
    onDraw({ draft: useDraft(applied, apply, options), set })
    return null
  }
  act(() => root.render(<Field onDraw={(drawing) => drawn.push(drawing)} />))
  const draft = () => drawn.at(-1)!.draft
  return {
    steps,
    draft,
    type: (text: string) => act(() => draft().type(text)),
    leave: () => act(() => draft().leave()),
    settle: () => act(() => draft().settle()),
    fromOutside: (value: string) => act(() => drawn.at(-1)!.set(value)),
    wait: (ms: number) =>
      act(() => {
        vi.advanceTimersByTime(ms)
      }),
  }
}

let root: Root
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  root = createRoot(document.createElement('div'))
})
afterEach(() => {
  act(() => root.unmount())
  vi.useRealTimers()
  vi.unstubAllGlobals()
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
  const { steps, type, wait } = setUp({ pauseMs: 300 })
  type('abc')
  act(() => root.render(null))
  wait(1000)
  expect(steps).toEqual([])
})
