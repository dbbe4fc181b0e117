const MAX_REPLY_LENGTH = 300

/** A failure that is retried: a code, the other side's answer, the result so far or null, and when to retry or null. */
export class RetryableError extends Error {
  override readonly name: string = 'RetryableError'
  readonly reason: string
  readonly reply: string | null
  readonly result: unknown
  readonly retryAt: number | null

  constructor(
    reason: string,
    reply: string | null = null,
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
    this.reply = reply === null ? null : reply.slice(0, MAX_REPLY_LENGTH)
  }
}

/** A run failed for good. */
export class PermanentError extends RetryableError {
  override readonly name = 'PermanentError'
  readonly isToPause: boolean

  constructor(
    reason: string,
    {
      reply = null,
      isToPause = false,
      result = null,
    }: { reply?: string | null; isToPause?: boolean; result?: unknown } = {},
  ) {
    super(reason, reply, { result })
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
      reply = null,
      isForGood = false,
      cause,
    }: { reply?: string | null; isForGood?: boolean; cause?: unknown } = {},
  ) {
    super(reason, reply, { cause })
    this.isForGood = isForGood
  }
}
