import { setTimeout as pause } from 'node:timers/promises'
import { DAY_MS } from '#/contract/day.ts'
import { troubleOf } from '#/server/database/database.ts'
import type { SessionTable } from './session-tables.ts'
import type { SessionStoreOptions } from './store.ts'

/** So long a request waits for a row to be deleted that is denied already, and the health for its small write. */
export const WRITE_MS = 1_000
/** So long a screen on the wall stays, whatever SESSION_IDLE and SESSION_MAX say of people. */
export const WALL_MS = 30 * DAY_MS

/** Clocks of servers that share a database. */
const CLOCKS_APART_MS = 5 * 60_000

/**
 * Activity and ends of sessions: known in memory first, and written down as soon as the disk takes them.
 */
export const createSessionEnds = ({
  database,
  now,
  idleMs,
  maxMs,
}: Pick<SessionStoreOptions, 'database' | 'now' | 'idleMs' | 'maxMs'>) => {
  /** Last activity by id hash, where the row does not say it yet. */
  const active = new Map<string, number>()
  /** Ended, but perhaps still in the table. */
  const ended = new Set<string>()

  const deleteRow = async (idHash: string) => {
    await database.deleteFrom('sessions').where('id_hash', '=', idHash).execute()
    ended.delete(idHash)
  }

  /** Denied from here on. The row goes at once, or with {@link writeDown} when the disk takes it. */
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
    row.is_wall ? row.created + WALL_MS : Math.min(row.created + maxMs, seenAt(row) + idleMs)
  /** Begun while the clock was ahead, it would live as long as the clock was ahead. */
  const isOfFuture = (row: SessionTable) => row.created > now() + CLOCKS_APART_MS
  const isOver = (row: SessionTable) => ended.has(row.id_hash) || isOfFuture(row) || now() >= endOf(row)

  /** Activity and ends that only memory knows. @throws what the database throws; they are kept for the next time then */
  const writeDown = async () => {
    for (const idHash of ended) await deleteRow(idHash)
    for (const [idHash, seen] of active) {
      await database.updateTable('sessions').set({ seen }).where('id_hash', '=', idHash).execute()
      if (active.get(idHash) === seen) active.delete(idHash)
    }
  }

  /** Its person has done something. */
  const noteActivity = (row: Pick<SessionTable, 'id_hash' | 'seen'>, at: number) => {
    if (at > seenAt(row)) active.set(row.id_hash, at)
  }
  const hasEnded = (idHash: string) => ended.has(idHash)

  return { deleteRow, end, endOf, isOver, hasEnded, noteActivity, seenAt, writeDown }
}

export type SessionEnds = ReturnType<typeof createSessionEnds>
