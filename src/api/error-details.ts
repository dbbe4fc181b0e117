import { ApiError } from './error.ts'

/** An error as it travels between worker and page: only plain data do. Null stands for a defect of our own. */
export type ErrorDetails = Pick<
  ApiError,
  'kind' | 'status' | 'code' | 'fields' | 'requestId' | 'retryAfter' | 'scope'
> | null

export const errorDetails = (error: unknown): ErrorDetails => {
  if (!(error instanceof ApiError)) return null
  const { kind, status, code, fields, requestId, retryAfter, scope } = error
  return { kind, status, code, fields, requestId, retryAfter, scope }
}

/** The error as the rest of the page knows it: a lost session is noticed by its kind. */
export const errorFrom = (details: ErrorDetails): Error => {
  if (details === null) return new Error('The worker failed')
  const { kind, ...rest } = details
  return new ApiError(kind, rest)
}
