import { figuresPath, readingState, type ReadingState } from '#/contract/figures/reading.ts'
import { dayNumber, type DayRange } from '#/contract/day.ts'

interface Request {
  readonly cookie: string
  readonly method: string
  readonly body: string
}
type Send = (path: string, request: Request) => Promise<Response>

export const inJson =
  (
    send: (path: string, request: { cookie: string; method: string; body: unknown }) => Promise<Response>,
  ): Send =>
  (path, { body, ...request }) =>
    send(path, { ...request, body: JSON.parse(body) as unknown })

export const numbered = ({ from, to }: DayRange) => ({ first: dayNumber(from), last: dayNumber(to) })

/** Posts to `/api/figures/…`, also below a client's prefix. */
export const postFigures = (
  send: Send,
  cookie: string,
  path: string,
  body: object,
  client: string | null = null,
): Promise<Response> =>
  send(`/api${figuresPath(client)}/${path}`, { cookie, method: 'POST', body: JSON.stringify(body) })

export const readDaysOf = async (
  send: Send,
  cookie: string,
  days: DayRange,
  client: string | null = null,
): Promise<ReadingState> => {
  const job = { oid: null, days: numbered(days), comparedDays: null }
  for (let after: { readonly after?: string } = {}; ;) {
    const response = await postFigures(send, cookie, 'reading', { ...job, ...after }, client)
    if (response.status !== 200) throw new Error(`reading was answered ${response.status}`)
    const state = readingState.parse(await response.json())
    if (state.is !== 'loading') return state
    after = { after: state.version }
  }
}

/** `20778 site 5`: day since 1970, object and id. */
export const contactsIn = async (
  send: Send,
  cookie: string,
  days: DayRange,
  client: string | null = null,
): Promise<string[]> => {
  const body = {
    oid: null,
    days: numbered(days),
    comparedDays: null,
    question: { filters: [], limit: 5_000 },
  }
  const response = await postFigures(send, cookie, 'rows', body, client)
  const { answer } = (await response.json()) as {
    answer: { rows: { day: string; oid: string | null; id: number }[] }
  }
  return answer.rows.map(({ day, oid, id }) => `${dayNumber(day)} ${oid} ${id}`).toSorted()
}
