import * as z from 'zod/mini'

/*
 * Differences between the API's lists and the API document, as the archive received them: paths, types and
 * counts, never values. Pages check their own answers separately.
 */

const count = z.number()
const types = z.array(z.enum(['null', 'boolean', 'integer', 'number', 'string', 'array', 'object']))

const storedDifference = z.object({
  kind: z.enum(['missing', 'extra', 'type', 'code']),
  /** `calls[].call_type.name` */
  path: z.string(),
  expected: types,
  seen: types,
  section: z.string(),
  listed: count,
  answers: count,
})
export type StoredDifference = z.infer<typeof storedDifference>

/** Of `GET /v2/calls`. */
export const archiveDrift = z.object({
  answers: count,
  differences: z.array(storedDifference),
})
export type ArchiveDrift = z.infer<typeof archiveDrift>

export const joinDrift = (all: readonly ArchiveDrift[]): ArchiveDrift => {
  const found = new Map<string, StoredDifference>()
  for (const one of all.flatMap(({ differences }) => differences)) {
    const key = `${one.kind} ${one.path}`
    const before = found.get(key)
    found.set(key, {
      ...one,
      seen: [...new Set([...(before?.seen ?? []), ...one.seen])],
      answers: (before?.answers ?? 0) + one.answers,
    })
  }
  return { answers: all.reduce((sum, { answers }) => sum + answers, 0), differences: [...found.values()] }
}
