import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'
import { answerQuestions } from '#/server/threads/answer-questions.ts'
import { isInMemory, MEMORY_PRAGMAS, lettingIn } from './in-memory.ts'
import { statementOf } from './statements.ts'
import { proceduresOf, type Statement } from './thread-procedures.ts'

/*
 * One connection in a thread: the driver is synchronous, and a lock or slow disk blocks its thread. Started
 * by driver.ts; the first statement opens it.
 */

const { file, timeoutMs, busyMs, isReader, module } = workerData as {
  file: string
  timeoutMs: number
  busyMs: number
  isReader: boolean
  module: string | null
}

const procedures = proceduresOf(module)
const reading = lettingIn(file)

const open = () => {
  const database = new DatabaseSync(file, { timeout: timeoutMs })
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
  if (isInMemory(file)) database.exec(MEMORY_PRAGMAS)
  database.exec(`PRAGMA busy_timeout = ${busyMs}; PRAGMA query_only = ${isReader ? 'ON' : 'OFF'}`)
  return database
}

const run = async (database: DatabaseSync, requested: Statement) => {
  const { sql, parameters } = requested
  const called = procedures.called(requested)
  if (called !== null) {
    const queries = async () => (await import('./database.ts')).kyselyOf<never>(database)
    return { rows: await procedures.run(called, queries, parameters) }
  }
  const ask = () => {
    const { statement, isReader: hasRows } = statementOf(database, sql)
    if (hasRows) return { rows: statement.all(...(parameters as never[])) }
    return { rows: [], ...statement.run(...(parameters as never[])) }
  }
  return isReader ? reading(ask) : ask()
}

let database: DatabaseSync | undefined
answerQuestions((statement: Statement) => run((database ??= open()), statement), {
  onClose: () => database?.close(),
})
