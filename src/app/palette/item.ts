import type { IconName } from '#/ui/icon.tsx'
import type { Tone } from '#/ui/data/status.tsx'

/** The groups of the list, in its order. */
export const PALETTE_GROUPS = [
  'caller',
  'pages',
  'objects',
  'clients',
  'views',
  'recent',
  'actions',
  // Offered for every text: what is called so comes before it.
  'texts',
] as const
export type PaletteGroup = (typeof PALETTE_GROUPS)[number]

/** Something to go to or to do. */
export interface PaletteItem {
  /** Within its group. */
  readonly id: string
  readonly icon: IconName
  readonly tone?: Tone
  readonly label: string
  /** Part of the label that is what was asked for, where nothing is searched. */
  readonly marked?: string
  /** Beside the label, and searched as it is. */
  readonly note?: string
  /** Other words it is found by: its name in the other language, a number's digits. */
  readonly also?: string
  /** At the row's end. */
  readonly aside?: string
  /** What choosing it means, said below the list while the row is current. */
  readonly means?: () => string
  /** Where it leads, for another tab; absent: it has no address, or one that must not hold what it looks for. */
  readonly href?: () => string
  readonly run: () => void
  /** What else is offered while this is the best of its group. */
  readonly more?: PaletteItem
}

/** Items of a kind that have to be fetched. */
export interface PaletteSource {
  readonly items: readonly PaletteItem[]
  readonly state: 'ready' | 'loading' | 'failed'
  readonly retry: () => void
}
