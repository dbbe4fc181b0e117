import * as z from 'zod/mini'

/** Error codes of the API document, section 7. */
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
 * HTTP status of each code. The document maps the first four; it leaves `invalid_json` and `invalid_request`
 * unmapped and says nothing of wrong parameters: 400 for all three (G13).
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

/** Body of a failed request: `error` is a code or a map of field to message (API document 7). */
export const errorBody = z.object({
  error: z.union([z.string(), z.record(z.string(), z.string())]),
  /** Our own server's word for whoever has to mend it; the API's answers have none. */
  detail: z.optional(z.string()),
})
export type ErrorBody = z.infer<typeof errorBody>
