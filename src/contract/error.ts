import * as z from 'zod/mini'

/** Error codes (API document 7). */
export const ERROR_CODES = [
  'unauthorized',
  'access_denied',
  'not_found',
  'unknown_error',
  'invalid_json',
  'invalid_request',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

/**
 * HTTP status by code. The document maps the first four; `invalid_json`, `invalid_request` and wrong
 * parameters are 400 here (G13).
 */
export const ERROR_STATUS = {
  unauthorized: 401,
  access_denied: 403,
  not_found: 404,
  unknown_error: 500,
  invalid_json: 400,
  invalid_request: 400,
} as const satisfies Record<ErrorCode, number>
export const WRONG_PARAMETERS_STATUS = 400

/** Body of a failed request: `error` is a code, or messages by field (API document 7). */
export const errorBody = z.object({
  error: z.union([z.string(), z.record(z.string(), z.string())]),
  /** Our server's hint for operators; never from the API. */
  detail: z.optional(z.string()),
})
export type ErrorBody = z.infer<typeof errorBody>
