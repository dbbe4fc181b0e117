import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { Statement, StatementAnswer } from './driver.ts'
import type { Procedures } from './procedures.ts'

/*
 * One connection to a database file in a thread of its own: the driver is synchronous, and a lock or a slow disk stops
 * the thread that waits for it. Started by driver.ts. Its first message says that it is open, or why not.
 */

const { file, timeoutMs, busyMs, isReader, module } = workerData as {
  file: string
  timeoutMs: number
  busyMs: number
  isReader: boolean
  module: string | null
}

let loaded: Promise<{ readonly procedures: Procedures }> | null = null
/** Loaded when the first one is called: who opens the file does not wait for it. */
const procedureOf = async (name: string) => {
  if (module !== null) loaded ??= import(module) as NonNullable<typeof loaded>
  const procedure = (await loaded)?.procedures[name]
  if (!procedure) throw new Error(`there is no procedure ${name}`)
  return procedure
}

const open = () => {
  const database = new DatabaseSync(file, { timeout: timeoutMs })
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
  database.exec(`PRAGMA busy_timeout = ${busyMs}; PRAGMA query_only = ${isReader ? 'ON' : 'OFF'}`)
  return database
}

const CALL = /^call (\w+)\(/

const run = async (database: DatabaseSync, { sql, parameters }: Statement) => {
  const called = CALL.exec(sql)?.[1]
  if (called !== undefined) return { rows: await (await procedureOf(called))(database, ...parameters) }
  const statement = database.prepare(sql)
  if (statement.columns().length > 0) return { rows: statement.all(...(parameters as never[])) }
  return { rows: [], ...statement.run(...(parameters as never[])) }
}

/** A clone of an error keeps only its message. */
const answerOf = async (id: number, work: () => object | Promise<object>): Promise<StatementAnswer> => {
  try {
    return { id, ...(await work()) }
  } catch (error) {
    const { message, errcode } = error as { message: string; errcode?: number }
    return { id, error: { message, errcode: errcode ?? null } }
  }
}

let database: DatabaseSync | undefined
parentPort?.postMessage(
  await answerOf(0, () => {
    database = open()
    return {}
  }),
)
parentPort?.on('message', (statement: Statement | null) => {
  if (statement === null || !database) {
    database?.close()
    parentPort?.close()
    return
  }
  const connection = database
  void answerOf(statement.id, () => run(connection, statement)).then((answer) =>
    parentPort?.postMessage(answer),
  )
})
