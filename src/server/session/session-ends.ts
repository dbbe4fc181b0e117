import { setTimeout as pause } from 'node:timers/promises'
import { DAY_MS } from '#/contract/day.ts'
import { troubleOf } from '#/server/database/database.ts'
import type { SessionTable } from './session-tables.ts'
import type { SessionStoreOptions } from './store.ts'

/** Timeout of writes that a request or the health check waits for. */
export const WRITE_MS = 1_000
/** Lifetime of a kiosk, independent of SESSION_IDLE and SESSION_MAX. */
export const KIOSK_MS = 30 * DAY_MS

const CLOCKS_APART_MS = 5 * 60_000

/** Activity and ends of sessions: in memory first, written when the disk allows. */
export const createSessionEnds = ({
  database,
  now,
  idleMs,
  maxMs,
}: Pick<SessionStoreOptions, 'database' | 'now' | 'idleMs' | 'maxMs'>) => {
  /** Activity by id hash, not yet written. */
  const active = new Map<string, number>()
  const ended = new Set<string>()

  const deleteRow = async (idHash: string) => {
    await database.deleteFrom('sessions').where('id_hash', '=', idHash).execute()
    ended.delete(idHash)
  }

  /** Denied immediately; the row is deleted now, or with {@link writeDown}. */
  const end = async (idHash: string) => {
    ended.add(idHash)
    active.delete(idHash)
    const deleted = deleteRow(idHash).catch((error: unknown) => {
      if (troubleOf(error) === null) throw error
    })
    await Promise.race([deleted, pause(WRITE_MS, undefined, { ref: false })])
  }

  const seenAt = ({ id_hash: idHash, seen }: Pick<SessionTable, 'id_hash' | 'seen'>) =>
    Math.max(seen, active.get(idHash) ?? 0)

  const endOf = (row: Omit<SessionTable, 'sealed'>) =>
    row.is_wall ? row.created + KIOSK_MS : Math.min(row.created + maxMs, seenAt(row) + idleMs)
  /** Created while the clock was ahead: its lifetime would be too long. */
  const isOfFuture = (row: SessionTable) => row.created > now() + CLOCKS_APART_MS
  const isOver = (row: SessionTable) => ended.has(row.id_hash) || isOfFuture(row) || now() >= endOf(row)

  /**
   * Writes pending activity and ends.
   * @throws database errors; they stay pending
   */
  const writeDown = async () => {
    for (const idHash of ended) await deleteRow(idHash)
    for (const [idHash, seen] of active) {
      await database.updateTable('sessions').set({ seen }).where('id_hash', '=', idHash).execute()
      if (active.get(idHash) === seen) active.delete(idHash)
    }
  }

  const noteActivity = (row: Pick<SessionTable, 'id_hash' | 'seen'>, at: number) => {
    if (at > seenAt(row)) active.set(row.id_hash, at)
  }
  const hasEnded = (idHash: string) => ended.has(idHash)

  return { deleteRow, end, endOf, isOver, hasEnded, noteActivity, seenAt, writeDown }
}

export type SessionEnds = ReturnType<typeof createSessionEnds>
