import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { CLIENT_ISSUES_PATH, clientIssuesAnswer } from '#/contract/archive/client-issues.ts'
import { countInThread } from '#/server/archive/counting/counting.ts'
import { openArchive } from '#/server/archive/open.ts'
import { databasesOn } from '#/server/database/postgres/databases.ts'
import { cookieOf, createHarness, HARNESS_NOW, json, signedInUser } from '#/server/testing.ts'
import { AFTER_YEAR } from './contacts.ts'

/*
 * A server in a process of its own over an archive in PostgreSQL, which an agency's manager asks what needs attention at all
 * clients: `attention.ts <address> <clients>`. Milliseconds as JSON.
 */

export interface Attention {
  /** The first request. */
  readonly first: number
  /** Clients that it tells something of. */
  readonly known: number
  /** Until an answer is of nothing but current issues. */
  readonly all: number
  /** The median of later requests. */
  readonly again: number
}

const ROUNDS = 5
const [url = '', count = ''] = process.argv.slice(2)

const { database, store, address } = await openArchive(databasesOn(url, 20))
const counting = countInThread(address)
const monotonic = () => performance.now()
const { handlers, send, signIn, pass } = await createHarness({}, { archive: store, counting, monotonic })
const clients = Array.from({ length: Number(count) }, (_, id) => ({ id, email: `${id}@example.com` }))
handlers['POST /v2/users/sign_in'] = () => json(signedInUser({ is_agency_manager: true }))
handlers['GET /v2/agency'] = () => json([{ agency: { name: 'A', clients } }])
pass(AFTER_YEAR - HARNESS_NOW)
const cookie = cookieOf(await signIn())
const { principal } = (await (await send('/api/session', { cookie })).json()) as { principal: string }
await sql`update archive_accounts set account = ${principal} || substr(account, strpos(account, ' '))`.execute(
  database,
)

const body = JSON.stringify({ clients: clients.map(({ id }) => String(id)), is_update: false })
const ask = async () => {
  const at = performance.now()
  const response = await send(`/api${CLIENT_ISSUES_PATH}`, { method: 'POST', cookie, body })
  const answer: unknown = await response.json()
  const took = performance.now() - at
  return { took, ...clientIssuesAnswer.parse(answer) }
}
const begun = performance.now()
const first = await ask()
for (let now = first; now.clients.some(({ is_reading }) => is_reading); now = await ask()) await pause(200)
const all = performance.now() - begun
const again: number[] = []
for (let nth = 0; nth < ROUNDS; nth++) again.push((await ask()).took)
const attention: Attention = {
  first: first.took,
  known: first.clients.filter(({ as_of }) => as_of !== null).length,
  all,
  again: again.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)]!,
}
console.log(JSON.stringify(attention))
process.exit()
