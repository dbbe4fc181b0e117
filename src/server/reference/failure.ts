import { ERROR_STATUS, WRONG_PARAMETERS_STATUS, type ErrorBody, type ErrorCode } from '#/contract/error.ts'

/** An error of API document section 7: a code, or a map of parameter to message (G13). */
export class Refusal extends Error {
  readonly error: ErrorCode | Readonly<Record<string, string>>

  constructor(error: ErrorCode | Readonly<Record<string, string>>) {
    super(typeof error === 'string' ? error : 'wrong parameters')
    this.error = error
  }

  get response(): Response {
    const status = typeof this.error === 'string' ? ERROR_STATUS[this.error] : WRONG_PARAMETERS_STATUS
    return Response.json({ error: this.error } satisfies ErrorBody, { status })
  }
}
