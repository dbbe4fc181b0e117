import type { Gap } from '#/api/pages.ts'

export const GAPS = [
  'failed',
  'repeated',
  'changed',
  'short',
  'capped',
  'unreadable',
  'doubled',
] as const satisfies readonly Gap[]
