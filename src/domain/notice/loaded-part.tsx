import type { QueryKey, UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadError } from './load-error.tsx'
import { PendingNotice } from './pending-notice.tsx'
import { StaleNotice } from './stale-notice.tsx'

/** A section's content from one query, or its skeleton or error; says what is late or could not be refreshed. */
export const LoadedPart = <T,>({
  query,
  queryKey,
  skeleton,
  children,
}: {
  query: UseQueryResult<T>
  queryKey: QueryKey
  skeleton: ReactNode
  children: (data: T) => ReactNode
}) => {
  const { data, error, isLoadingError, refetch } = query
  if (isLoadingError) return <LoadError error={error} level={3} className="" onRetry={() => void refetch()} />
  return data === undefined ? (
    <>
      {skeleton}
      <PendingNotice query={query} queryKey={queryKey} className="" />
    </>
  ) : (
    <>
      <StaleNotice query={query} className="" />
      {children(data)}
    </>
  )
}
