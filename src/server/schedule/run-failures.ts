const SAID_MAX = 300

/** A failure that is retried: a code, the other side's answer, the result so far or null, and when to retry or null. */
export class RetryableError extends Error {
  override readonly name: string = 'RetryableError'
  readonly reason: string
  readonly said: string | null
  readonly result: unknown
  readonly retryAt: number | null

  constructor(
    reason: string,
    said: string | null = null,
    {
      result = null,
      retryAt = null,
      ...options
    }: ErrorOptions & { result?: unknown; retryAt?: number | null } = {},
  ) {
    super(reason, options)
    this.reason = reason
    this.result = result
    this.retryAt = retryAt
    this.said = said === null ? null : said.slice(0, SAID_MAX)
  }
}

/** A run failed for good. */
export class PermanentError extends RetryableError {
  override readonly name = 'PermanentError'
  readonly isToPause: boolean

  constructor(
    reason: string,
    {
      said = null,
      isToPause = false,
      result = null,
    }: { said?: string | null; isToPause?: boolean; result?: unknown } = {},
  ) {
    super(reason, said, { result })
    this.isToPause = isToPause
  }
}

/** A step certainly had no effect: nothing was sent, or the other side refused. */
export class NoEffectError extends RetryableError {
  override readonly name = 'NoEffectError'
  readonly isForGood: boolean

  constructor(
    reason: string,
    {
      said = null,
      isForGood = false,
      cause,
    }: { said?: string | null; isForGood?: boolean; cause?: unknown } = {},
  ) {
    super(reason, said, { cause })
    this.isForGood = isForGood
  }
}
