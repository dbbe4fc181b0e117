import * as duckdb from '@duckdb/duckdb-wasm/blocking'
import { Dictionary, Int32, Table, tableToIPC, Utf8, vectorFromArray } from 'apache-arrow'
import { flatEngine, QUERY, type Engine, type Histograms } from '../analytics/engine.ts'
import { flatten, HISTOGRAMS, NUMBERS, TEXTS } from '../analytics/flat.ts'

/** Compiled for Node it is CommonJS. */
const { createDuckDB, VoidLogger, NODE_RUNTIME, BROWSER_RUNTIME } =
  (duckdb as unknown as { default?: typeof duckdb }).default ?? duckdb

/** In the thread that asks it, so that no message adds to its times. @param wasm path or address of its eh build */
export const createDuckDb = (wasm: string): Engine =>
  flatEngine(flatten, async (rows) => {
    const bundle = { mainModule: wasm, mainWorker: '' }
    const db = await createDuckDB(
      { mvp: bundle, eh: bundle },
      new VoidLogger(),
      BROWSER_RUNTIME ?? NODE_RUNTIME,
    )
    await db.instantiate()
    const connection = db.connect()
    const columns = Object.fromEntries([
      ...NUMBERS.map((name) => [name, vectorFromArray(Int32Array.from(rows, (row) => row[name]))] as const),
      ...TEXTS.map(
        (name) =>
          [
            name,
            vectorFromArray(
              rows.map((row) => row[name]),
              new Dictionary(new Utf8(), new Int32()),
            ),
          ] as const,
      ),
    ])
    connection.insertArrowFromIPCStream(tableToIPC(new Table(columns), 'stream'), {
      name: 'contacts',
      create: true,
    })
    const ask = (sql: string) =>
      connection
        .query(sql)
        .toArray()
        .map((row) => row.toJSON())

    return {
      query: () =>
        ask(`select day, source, count(*) as count, sum(duration) as sum, avg(duration) as average from contacts
          where status = ${QUERY.status} and kind = '${QUERY.kind}' and day between ${QUERY.days.first}
          and ${QUERY.days.last} group by day, source`).map((row) => ({
          day: Number(row['day']),
          source: String(row['source']),
          count: Number(row['count']),
          sum: Number(row['sum']),
          average: Number(row['average']),
        })),
      clear: () => {},
      brush: ({ first, last }) =>
        Object.fromEntries(
          HISTOGRAMS.map((name) => [
            name,
            new Map(
              ask(`select ${name} as value, count(*)::integer as count from contacts
                where day between ${first} and ${last} group by 1`).map((row) => [
                row['value'] as string | number | null,
                Number(row['count']),
              ]),
            ),
          ]),
        ) as unknown as Histograms,
      top: (count) =>
        ask(`select duration from contacts order by duration desc limit ${count}`).map((row) =>
          Number(row['duration']),
        ),
      bytes: () => db.mod?.HEAPU8.byteLength ?? null,
    }
  })
