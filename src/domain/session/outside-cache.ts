import type { QueryClient } from '@tanstack/react-query'

const noticed = new WeakMap<QueryClient, (error: unknown) => void>()

/** @param notice sees every error of what is loaded outside of the cache, as the cache's own `onError` sees its queries' */
export const noticeOutside = (queryClient: QueryClient, notice: (error: unknown) => void): void =>
  void noticed.set(queryClient, notice)

export const tellOutside = (queryClient: QueryClient, error: unknown): void =>
  noticed.get(queryClient)?.(error)
