const SAID_MAX = 300

/** A run failed for now: a code, and the other side's answer. */
export class RetryableError extends Error {
  override readonly name: string = 'RetryableError'
  readonly reason: string
  readonly said: string | null

  constructor(reason: string, said: string | null = null, options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
    this.said = said === null ? null : said.slice(0, SAID_MAX)
  }
}

/** A run failed for good. */
export class PermanentError extends RetryableError {
  override readonly name = 'PermanentError'
  readonly isToPause: boolean
  readonly result: unknown

  constructor(
    reason: string,
    {
      said = null,
      isToPause = false,
      result = null,
    }: { said?: string | null; isToPause?: boolean; result?: unknown } = {},
  ) {
    super(reason, said)
    this.isToPause = isToPause
    this.result = result
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
