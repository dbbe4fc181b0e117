import * as z from 'zod'

const KINDS = ['disk', 'memory'] as const

/** Former spellings of a value, by which an installation still starts. */
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

/** They do nothing any more but say so; no table shows them. */
export const removedVariables = {
  ARCHIVE_PHONES: z.string().optional(),
  ARCHIVE_COLUMNS: z.string().optional(),
}

interface ArchiveVariables extends Readonly<Partial<Record<(typeof REMOVED)[number], string | undefined>>> {
  readonly ARCHIVE: z.output<typeof archiveKind>
  readonly ARCHIVE_DAYS: number
  readonly ARCHIVE_DAILY_REQUESTS: number
}

/** A variable that means something else than it did, or nothing: one line of the log at the start. */
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
  /** Where contacts are stored; `memory` also where an operator did not want numbers stored (ARCHIVE_PHONES=hash). */
  kind: env.ARCHIVE_PHONES === 'hash' ? ('memory' as const) : env.ARCHIVE.kind,
  daysKept: env.ARCHIVE_DAYS,
  dailyRequests: env.ARCHIVE_DAILY_REQUESTS,
  formerVariables: formerVariables(env),
})
