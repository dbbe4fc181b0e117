import * as z from 'zod/mini'

/*
 * Where the lists of contacts that our server read for its archive differ from the API document: paths, types and counts,
 * never a value. What pages themselves receive they hold against it on their own.
 */

const count = z.number()
const types = z.array(z.enum(['null', 'boolean', 'integer', 'number', 'string', 'array', 'object']))

/** One kind of difference at one place. */
const keptDifference = z.object({
  kind: z.enum(['missing', 'extra', 'type', 'code']),
  /** `calls[].call_type.name` */
  path: z.string(),
  expected: types,
  seen: types,
  /** Section of the API document. */
  section: z.string(),
  /** How many values the document lists, of a code. */
  listed: count,
  /** Answers that have it. */
  answers: count,
})
export type KeptDifference = z.infer<typeof keptDifference>

/** Answers of `GET /v2/calls`. */
export const archiveDrift = z.object({
  /** So many were looked at. */
  answers: count,
  differences: z.array(keptDifference),
})
export type ArchiveDrift = z.infer<typeof archiveDrift>

/** All together: a difference that several have is one. */
export const joinDrift = (all: readonly ArchiveDrift[]): ArchiveDrift => {
  const found = new Map<string, KeptDifference>()
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
