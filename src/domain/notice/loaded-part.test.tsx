// @vitest-environment jsdom
import { QueryClient, QueryClientProvider, queryOptions, useQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '#/api/error.ts'
import { keyOf, ofAccount } from '#/api/keys.ts'
import { LoadedPart } from './loaded-part.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const show = (answer: () => Promise<string>) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const options = queryOptions({
    queryKey: keyOf(ofAccount('1'), 'sessions', { all: false }),
    queryFn: answer,
  })
  const Part = () => (
    <LoadedPart query={useQuery(options)} queryKey={options.queryKey} skeleton="loading">
      {(data) => data}
    </LoadedPart>
  )
  render(
    <QueryClientProvider client={client}>
      <Part />
    </QueryClientProvider>,
  )
  return { refresh: () => act(() => client.refetchQueries(options)) }
}

test('keeps what it has and says so when a refresh fails', async () => {
  const answer = vi.fn(async () => 'Anna, 4 of 5')
  const { refresh } = show(answer)
  await screen.findByText('Anna, 4 of 5')
  answer.mockRejectedValueOnce(new ApiError('unavailable'))
  await refresh()
  await screen.findByText(/^Updated \d\d:\d\d, could not refresh/)
  screen.getByText('Anna, 4 of 5')
})

test('says after five seconds that it is still loading, and can be cancelled', async () => {
  vi.useFakeTimers()
  show(() => new Promise(() => {}))
  screen.getByText('loading')
  act(() => void vi.advanceTimersByTime(5000))
  screen.getByText('Still loading')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(screen.queryByText('Still loading')).toBeNull()
  screen.getByRole('button', { name: 'Retry' })
})
