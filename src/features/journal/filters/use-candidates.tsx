import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { filterOptionsQuery } from '#/api/filter-options.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { RetryButton } from '#/domain/notice/retry-button.tsx'
import { m } from '#/i18n/paraglide/messages.js'

/** What the service offers to filter by (4.4), or the union of it (G9), and what stands below it while it is not whole. */
export const useCandidates = (oid: string | null) => {
  const { scope } = useSignedIn()
  const { data, isLoading, isError, refetch } = useQuery(filterOptionsQuery(scope, oid))
  const retry = <RetryButton onPress={() => void refetch()} />
  let notice: ReactNode
  if (isLoading) notice = m.loading()
  else if (isError)
    notice = (
      <>
        {m.options_failed()} {retry}
      </>
    )
  else if (data?.partial)
    notice = (
      <>
        {m.options_partial()} {data.failed && retry}
      </>
    )
  return { data, isLoading, notice }
}
