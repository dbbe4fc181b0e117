import { workerData } from 'node:worker_threads'
import type { PostgresPoolClient } from 'kysely'
import { answerQuestions } from '#/server/threads/answer-questions.ts'
import { openPool, openPostgres, type PostgresAddress } from './postgres.ts'
import { proceduresOf, type Statement } from '../thread-procedures.ts'

/*
 * Connections in a thread, so that procedures run outside of the thread that answers requests, within their
 * transaction. Started by databases.ts.
 */

const { address, module } = workerData as { address: PostgresAddress; module: string }

const pool = openPool(address, false)
const procedures = proceduresOf(module)
const clients = new Map<number, PostgresPoolClient>()
let last = 0

const clientOf = (number: number | undefined) => {
  const client = clients.get(number ?? 0)
  if (!client) throw new Error('there is no such connection')
  return client
}

const queriesOver = (client: PostgresPoolClient) =>
  openPostgres<never>(address, {
    pool: {
      options: {},
      connect: async () => ({ query: client.query.bind(client), release: () => undefined }),
      end: async () => undefined,
    },
  })

const run = async (requested: Statement) => {
  const { sql, parameters } = requested
  if (sql === 'connect') {
    const client = await pool.connect()
    clients.set(++last, client)
    return { rows: [last] }
  }
  const client = clientOf(requested.client)
  if (sql === 'release') {
    clients.delete(requested.client ?? 0)
    client.release(parameters[0] === true)
    return {}
  }
  const called = procedures.called(requested)
  if (called !== null)
    return { command: 'SELECT', rows: await procedures.run(called, () => queriesOver(client), parameters) }
  const { command, rowCount, rows } = await client.query<object>(sql, parameters)
  return { command, changes: rowCount, rows }
}

answerQuestions(run, { onClose: () => pool.end() })
