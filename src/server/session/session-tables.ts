export interface SessionTable {
  /** SHA-256 of the cookie's id, hex, so that the table's content opens no session. */
  id_hash: string
  /** Facts (facts.ts) as sealed JSON, bound to the deciding columns: {@link boundTo}. */
  sealed: string
  principal: string
  created: number
  seen: number
  /** 1: a kiosk, which does not expire when idle. */
  is_wall: number
}
interface StorageCheckTable {
  id: number
  at: number
}
export interface SessionTables {
  sessions: SessionTable
  storage_check: StorageCheckTable
}

/** Binds the sealed text to this row, person and lifetime. */
export const boundTo = ({
  id_hash,
  principal,
  created,
  is_wall,
}: Pick<SessionTable, 'id_hash' | 'principal' | 'created'> & { readonly is_wall?: number }) =>
  JSON.stringify(['session', id_hash, principal, created, ...(is_wall ? ['wall'] : [])])
