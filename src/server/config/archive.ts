import * as z from 'zod'

const KINDS = ['disk', 'memory'] as const

const FORMER = new Map([
  ['on', 'disk'],
  ['off', 'memory'],
])

export const archiveKind = z
  .string()
  .default('disk')
  .transform((value, context) => {
    const kind = KINDS.find((one) => one === (FORMER.get(value) ?? value))
    if (kind !== undefined) return { kind, isOff: value === 'off' }
    context.addIssue('must be disk or memory')
    return z.NEVER
  })

const REMOVED = ['ARCHIVE_PHONES', 'ARCHIVE_COLUMNS'] as const

/** Ignored, with a warning in the log; in no table. */
export const removedVariables = {
  ARCHIVE_PHONES: z.string().optional(),
  ARCHIVE_COLUMNS: z.string().optional(),
}

interface ArchiveVariables extends Readonly<Partial<Record<(typeof REMOVED)[number], string | undefined>>> {
  readonly ARCHIVE: z.output<typeof archiveKind>
  readonly ARCHIVE_DAYS: number
  readonly ARCHIVE_DAILY_REQUESTS: number
}

/** A deprecated variable: one log line at the start. */
export interface FormerVariable {
  readonly variable: string
  readonly advice: string
}

const formerVariables = (env: ArchiveVariables): FormerVariable[] => [
  ...(env.ARCHIVE.isOff ? [{ variable: 'ARCHIVE', advice: 'off means memory now: set ARCHIVE=memory' }] : []),
  ...REMOVED.filter((name) => env[name] !== undefined).map((variable) =>
    variable === 'ARCHIVE_PHONES' && env[variable] === 'hash'
      ? { variable, advice: 'hash means ARCHIVE=memory now: set that and remove it' }
      : { variable, advice: 'it does nothing any more: remove it' },
  ),
]

export const archiveOf = (env: ArchiveVariables) => ({
  /** ARCHIVE_PHONES=hash, which kept numbers off the disk, now means `memory`. */
  kind: env.ARCHIVE_PHONES === 'hash' ? ('memory' as const) : env.ARCHIVE.kind,
  retentionDays: env.ARCHIVE_DAYS,
  dailyRequests: env.ARCHIVE_DAILY_REQUESTS,
  formerVariables: formerVariables(env),
})
