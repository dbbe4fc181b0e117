import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { filterOptionsQuery } from '#/api/filter-options/filter-options.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { RetryButton } from '#/domain/notice/retry-button.tsx'
import { m } from '#/i18n/paraglide/messages.js'

/** Candidates (4.4) or their union (G9), with a note while incomplete. */
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
