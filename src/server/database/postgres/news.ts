import { randomUUID } from 'node:crypto'
import { clearInterval, setInterval } from 'node:timers'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { News } from '#/server/database/news.ts'
import { connectionOf } from './postgres.ts'

const CHANNEL = 'callboard'
/** Interval of checks for a silently lost connection. */
const POLL_MS = 10_000
const ANSWER_MS = 5_000
const RETRY_MS = 250
/** Queued notifications; further ones are dropped, and other servers notice changes with their next query. */
const MOST_WAITING = 1_000

/** LISTEN and NOTIFY over a dedicated connection. */
export const newsOn = (url: string): News => {
  const me = randomUUID()
  const listeners: { onText: (text: string) => void; onMissed: () => void }[] = []
  const end = new AbortController()
  const waiting: string[] = []
  let current: pg.Client | null = null

  const send = async (client: pg.Client) => {
    while (waiting.length > 0) {
      await client.query('select pg_notify($1, $2)', [CHANNEL, `${me} ${waiting[0]}`])
      waiting.shift()
    }
  }
  const hearIt = ({ payload = '' }: pg.Notification) => {
    if (!payload.startsWith(me)) for (const { onText } of listeners) onText(payload.slice(me.length + 1))
  }

  const listen = async (isFirst: boolean) => {
    const client = new pg.Client({ ...connectionOf(url), query_timeout: ANSWER_MS })
    const gone = Promise.withResolvers<void>()
    client.on('error', () => gone.resolve())
    client.on('end', () => gone.resolve())
    client.on('notification', hearIt)
    const ping = setInterval(() => void client.query('select 1').catch(gone.resolve), POLL_MS).unref()
    const stop = () => gone.resolve()
    end.signal.addEventListener('abort', stop)
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      current = client
      if (!isFirst) for (const { onMissed } of listeners) onMissed()
      await send(client)
      await gone.promise
    } finally {
      current = null
      clearInterval(ping)
      end.signal.removeEventListener('abort', stop)
      void client.end().catch(() => undefined)
    }
  }

  const run = async () => {
    for (let isFirst = true; !end.signal.aborted; isFirst = false) {
      // The health check reports why it fails.
      await listen(isFirst).catch(() => undefined)
      await pause(RETRY_MS, undefined, { signal: end.signal, ref: false }).catch(() => undefined)
    }
  }
  const running = run()

  return {
    publish: (text) => {
      if (waiting.length < MOST_WAITING) waiting.push(text)
      if (current && waiting.length === 1) void send(current).catch(() => undefined)
    },
    subscribe: (onText, onMissed) => void listeners.push({ onText, onMissed }),
    close: async () => {
      end.abort()
      await running
    },
  }
}
