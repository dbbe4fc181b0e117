/** The current row: contact id and last index. Null id until the row loads. */
export interface CurrentRow {
  readonly index: number
  readonly id: number | null
}

/** By history entry, so that Back restores the row. In memory only. */
const rows = new Map<string, CurrentRow>()
const ENTRIES = 50

export const rememberRow = (entry: string, current: CurrentRow | null) => {
  rows.delete(entry)
  if (current) rows.set(entry, current)
  const [oldest] = rows.keys()
  if (rows.size > ENTRIES && oldest !== undefined) rows.delete(oldest)
}

export const recallRow = (entry: string): CurrentRow | null => rows.get(entry) ?? null
