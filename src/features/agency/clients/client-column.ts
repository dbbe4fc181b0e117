import type { ReactNode } from 'react'
import type { PeriodPreset } from '#/contract/preferences.ts'
import type { ClientRead } from '#/contract/agency.ts'
import type { SortDirection } from '#/ui/table/table.tsx'

/** A column of the clients table: those of the agency's list and those of the roll-up are of one kind. */
export interface ClientColumn {
  /** Small letters and underlines. Outlives its word on the screen: the remembered order names it. */
  readonly id: string
  readonly label: () => string
  readonly isNumeric: boolean
  /** Pixels on a desk, where there is room for them; the company has what is left. */
  readonly width: number
  /** Pixels that it takes at least; not said: room for a rate with its change under it. */
  readonly least?: number
  /** The direction it is asked for first. */
  readonly firstDirection: SortDirection
  /** What it sorts by; null, not known, comes last. */
  readonly value: (client: ClientRead) => string | number | null
  /** Two lines of 16 to 20 px at most: every row has one height. */
  readonly cell: (client: ClientRead) => ReactNode
  /** The cell in words, for a phone, where no head says what a number counts; absent: not on a phone. */
  readonly words?: (client: ClientRead) => ReactNode
  /** On a phone it stands at the side, under the first figure. */
  readonly isAside?: boolean
  /** In the row of totals, over the clients shown. */
  readonly total?: (clients: readonly ClientRead[]) => ReactNode
}

/** What a client's row opens to, below it; its height is its own. Drawn only while it is open. */
export type ClientDetails = (client: ClientRead) => ReactNode

/** The days that a client is opened with, as the overview writes them; empty: the overview's own. */
export type ClientDaysSearch = Readonly<{ period?: PeriodPreset; date_from?: string; date_to?: string }>
