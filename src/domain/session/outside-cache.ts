import type { QueryClient } from '@tanstack/react-query'

const noticed = new WeakMap<QueryClient, (error: unknown) => void>()

/** @param notice receives errors of loads outside the cache, like its `onError` */
export const noticeOutside = (queryClient: QueryClient, notice: (error: unknown) => void): void =>
  void noticed.set(queryClient, notice)

export const reportOutsideError = (queryClient: QueryClient, error: unknown): void =>
  noticed.get(queryClient)?.(error)
