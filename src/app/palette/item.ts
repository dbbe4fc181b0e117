import type { IconName } from '#/ui/icon.tsx'
import type { Tone } from '#/ui/data/status.tsx'

export const PALETTE_GROUPS = [
  'caller',
  'pages',
  'objects',
  'clients',
  'views',
  'recent',
  'actions',
  // After exact names.
  'texts',
] as const
export type PaletteGroup = (typeof PALETTE_GROUPS)[number]

export interface PaletteItem {
  /** Unique in its group. */
  readonly id: string
  readonly icon: IconName
  readonly tone?: Tone
  readonly label: string
  /** Highlighted part of an unsearched label. */
  readonly marked?: string
  /** Detail, searched verbatim. */
  readonly note?: string
  /** Synonyms: other language, digits. */
  readonly also?: string
  /** At the end. */
  readonly aside?: string
  readonly means?: () => string
  /** Absent: no address, or it must not hold personal data. */
  readonly href?: () => string
  readonly run: () => void
  /** Offered with the best match. */
  readonly more?: PaletteItem
}

export interface PaletteSource {
  readonly items: readonly PaletteItem[]
  readonly state: 'ready' | 'loading' | 'failed'
  readonly retry: () => void
}
