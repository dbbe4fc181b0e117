import type { ReactNode } from 'react'
import type { ClientRead } from '#/contract/agency.ts'
import type { SortDirection } from '#/ui/data/table.tsx'

/** A column of the clients table: those of the agency's list and those of the roll-up are of one kind. */
export interface ClientColumn {
  /** Outlives its word on the screen: the remembered order names it. */
  readonly id: string
  readonly label: () => string
  readonly isNumeric: boolean
  /** The direction it is asked for first. */
  readonly firstDirection: SortDirection
  /** What it sorts by; null, not known, comes last. */
  readonly value: (client: ClientRead) => string | number | null
  readonly cell: (client: ClientRead) => ReactNode
  /** In the row of totals, over the clients shown. */
  readonly total?: (clients: readonly ClientRead[]) => ReactNode
}
