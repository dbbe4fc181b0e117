// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ResponseTime } from '#/contract/figures/answers.ts'
import { words } from '#/test/page.ts'
import { standInForInvokers } from '#/test/stand-ins.ts'
import { ResponseFact } from './facts.tsx'

let letGo: ReturnType<typeof standInForInvokers>
beforeEach(() => {
  letGo = standInForInvokers()
})
afterEach(async () => {
  cleanup()
  await letGo()
})

const show = (week: ResponseTime, before: ResponseTime) => {
  render(<ResponseFact title="Called after" weeks={{ week, before }} definition="Until then" notes={[]} />)
  return words(document.body)
}

test.each([
  ['a median of two with one of one', { minutes: 90, count: 2 }, { minutes: 30, count: 1 }],
  ['many with a few', { minutes: 90, count: 40 }, { minutes: 30, count: 9 }],
  ['a few with many', { minutes: 90, count: 9 }, { minutes: 30, count: 40 }],
])('does not compare %s, and the receipt says why', async (_, week, before) => {
  expect(show(week, before)).toBe('Called after 1 h 30median this week')
  await userEvent.click(screen.getByRole('button', { name: /^Called after/ }))
  expect(words(await screen.findByRole('article'))).toContain('fewer than 10 callers are not compared')
})

test('compares weeks of ten callers and more', async () => {
  expect(show({ minutes: 90, count: 10 }, { minutes: 30, count: 10 })).toBe(
    'Called after 1 h 30median this week, was 30 min1 h 00 slower',
  )
  await userEvent.click(screen.getByRole('button', { name: /^Called after/ }))
  expect(words(await screen.findByRole('article'))).not.toContain('not compared')
})
