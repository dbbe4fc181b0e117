import type { ReactNode } from 'react'
import type { ClientRead } from '#/contract/agency.ts'
import type { SortDirection } from '#/ui/table/table.tsx'

/** Column of the agency's list or of the comparison. */
export interface ClientColumn {
  /** Lowercase letters and underscores; stable, since stored in preferences. */
  readonly id: string
  readonly label: () => string
  readonly isNumeric: boolean
  /** Pixels on a desk; the company takes the rest. */
  readonly width: number
  /** Minimum pixels; default: a rate with its change. */
  readonly least?: number
  /** Direction of the first click. */
  readonly firstDirection: SortDirection
  /** Null (unknown) sorts last. */
  readonly value: (client: ClientRead) => string | number | null
  /** At most 36 px high: rows have one height. */
  readonly cell: (client: ClientRead) => ReactNode
  /** Cell with label, for a phone; absent: hidden there. */
  readonly words?: (client: ClientRead) => ReactNode
  /** On a phone, under the first figure. */
  readonly isAside?: boolean
  readonly total?: (clients: readonly ClientRead[]) => ReactNode
}

/** Expanded content below a row, of any height; rendered only if open. */
export type ClientDetails = (client: ClientRead) => ReactNode

/** Period and comparison of the client's overview; empty: default. */
export type ClientDaysSearch = Readonly<Record<string, string>>
