import type { Gap } from '#/api/pages.ts'

/** All reasons for which a list may be incomplete, as they are kept. */
export const GAPS = [
  'failed',
  'repeated',
  'changed',
  'short',
  'capped',
  'unreadable',
  'doubled',
] as const satisfies readonly Gap[]
