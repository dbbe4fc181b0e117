/** The current row of a list: a contact by its id, and where it was last. The id is null until the row is here. */
export interface CurrentRow {
  readonly index: number
  readonly id: number | null
}

/**
 * By history entry, so that Back finds the row again: the one that was left, or the contact the user went on to from
 * there. As long as the page lives, and never stored.
 */
const rows = new Map<string, CurrentRow>()
const ENTRIES = 50

export const rememberRow = (entry: string, current: CurrentRow | null) => {
  rows.delete(entry)
  if (current) rows.set(entry, current)
  const [oldest] = rows.keys()
  if (rows.size > ENTRIES && oldest !== undefined) rows.delete(oldest)
}

export const recallRow = (entry: string): CurrentRow | null => rows.get(entry) ?? null
