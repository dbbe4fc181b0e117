export interface SessionTable {
  /** SHA-256 of the cookie's id, hex: who reads the table cannot become anyone. */
  id_hash: string
  /** What is known of the session (facts.ts) as JSON, sealed and bound to the columns that decide: {@link boundTo}. */
  sealed: string
  principal: string
  /** Milliseconds since 1970, by the server's clock. */
  created: number
  seen: number
  /** 1: a wall's session, which does not end when idle. */
  is_wall: number
}
/** One row, written to see whether anything can be. */
interface StorageCheckTable {
  id: number
  at: number
}
export interface SessionTables {
  sessions: SessionTable
  storage_check: StorageCheckTable
}

/** What a row's sealed text is bound to: it opens only in this row, for this person, until this time. */
export const boundTo = ({
  id_hash,
  principal,
  created,
  is_wall,
}: Pick<SessionTable, 'id_hash' | 'principal' | 'created'> & { readonly is_wall?: number }) =>
  JSON.stringify(['session', id_hash, principal, created, ...(is_wall ? ['wall'] : [])])
