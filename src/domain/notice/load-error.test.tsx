// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ApiError } from '#/api/error.ts'
import { LoadError } from './load-error.tsx'

afterEach(cleanup)

const failed = <LoadError error={new ApiError('offline')} onRetry={() => undefined} />

test('where the whole page is an error, one that is tried again and comes back has the focus as before', () => {
  const { rerender } = render(failed)
  screen.getByRole('button', { name: 'Retry' }).focus()
  rerender(<p>Loading</p>)
  expect(document.activeElement).toBe(document.body)
  rerender(failed)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Retry' }))
})

test('in a page the focus goes to what the page shows, and an error that comes later does not take it', () => {
  const page = (inner: React.ReactNode) => (
    <main id="main" tabIndex={-1}>
      {inner}
    </main>
  )
  const { rerender } = render(page(failed))
  screen.getByRole('button', { name: 'Retry' }).focus()
  rerender(page(<p>Loading</p>))
  expect(document.activeElement).toBe(screen.getByRole('main'))
  rerender(page(failed))
  expect(document.activeElement).toBe(screen.getByRole('main'))
})
