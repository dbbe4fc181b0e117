const SAID_MAX = 300

/** Why it did not come about: a code, and what the other side has said. */
export class NotYet extends Error {
  override readonly name: string = 'NotYet'
  readonly reason: string
  readonly said: string | null

  constructor(reason: string, said: string | null = null, options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
    this.said = said === null ? null : said.slice(0, SAID_MAX)
  }
}

/** It will not come about by trying again. */
export class Hopeless extends NotYet {
  override readonly name = 'Hopeless'
  /** The schedule is paused until a person resumes it. */
  readonly isToPause: boolean
  /** What is told of the run all the same, where some of it has come about. */
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

/** Of a step: nothing has left this server, or the other side has said that it did not take it. */
export class NotDone extends NotYet {
  override readonly name = 'NotDone'
  /** The other side has said that it never will. */
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
