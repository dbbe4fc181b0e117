import { useMemo } from 'react'
import { NORM_WEEKS } from '#/analytics/judge/silence.ts'
import type { Scope } from '#/api/client.ts'
import { loadObjects } from '#/api/objects.ts'
import { beginArchive, readIntoArchive } from '#/api/roll-up/kept-figures.ts'
import { fetchKeptObjects, type KeptObjects } from '#/api/roll-up/kept-objects.ts'
import type { ClientRead } from '#/contract/agency.ts'
import { addDays, HOUR_MS, MINUTE_MS } from '#/contract/day.ts'
import type { Ask } from '#/features/agency/over-clients/load-queue.ts'
import { useAgencyToday } from '#/features/agency/over-clients/use-agency-today.ts'
import {
  useClientRun,
  type ClientLoad,
  type ClientRun,
} from '#/features/agency/over-clients/use-client-run.ts'
import { useKeptObjects } from '#/features/agency/over-clients/use-kept-objects.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { checkClient, LEAST_REQUESTS } from './check-client.ts'
import { judgeClient, type JudgedClient } from './judge.ts'
import { keptCheck } from './kept-check.ts'

const PAGED: ClientLoad<JudgedClient> = {
  name: 'silence',
  load: async (scope, ask, signal) => judgeClient(await checkClient(scope, ask, signal)),
  leastRequests: LEAST_REQUESTS,
  keptFor: HOUR_MS,
}

/** What is held is read on from where it ends; null: it is not enough to judge by. */
const readOn = async (
  scope: Scope,
  today: string,
  ask: Ask,
  signal: AbortSignal,
): Promise<JudgedClient | null> => {
  const asked = { days: { from: addDays(today, -7 * NORM_WEEKS), to: today }, compared: null }
  await Promise.all([
    ask(() => readIntoArchive(scope, asked, signal), signal),
    loadObjects(scope, undefined, signal, (request) => ask(request, signal)),
  ])
  const { client, principal } = scope
  const kept = client === null ? null : await fetchKeptObjects(principal, [client], signal)
  const check = keptCheck(kept?.get(client ?? '') ?? { objects: null, days: null })
  return check && judgeClient(check)
}

/** As {@link PAGED}, and what our server has by then is there at once the next time. */
const throughArchive = (kept: KeptObjects, today: string): ClientLoad<JudgedClient> => ({
  ...PAGED,
  load: async (scope, ask, signal) => {
    const isHeld = kept.get(scope.client ?? '')?.days?.weeks.every((week) => week !== null)
    const judged = isHeld ? await readOn(scope, today, ask, signal) : null
    if (judged) return judged
    const check = await checkClient(scope, ask, signal)
    const days = { from: addDays(today, -7 * NORM_WEEKS), to: today }
    void beginArchive(scope, { days, compared: null }, AbortSignal.timeout(MINUTE_MS)).catch(() => undefined)
    return judgeClient(check)
  },
})

/** The verdicts on the objects of some clients: those that our server can tell at once, the others when asked for. */
export const useSilence = (
  clients: readonly ClientRead[] | undefined,
): { readonly run: ClientRun<JudgedClient>; readonly isPending: boolean } => {
  const { scope } = useSignedIn()
  const today = useAgencyToday()
  const { kept, isPending, isOn } = useKeptObjects(clients)
  const known = useMemo(
    () =>
      new Map(
        [...kept].flatMap(([client, of]) => {
          const check = keptCheck(of)
          return check ? [[client, { data: judgeClient(check), at: check.at }] as const] : []
        }),
      ),
    [kept],
  )
  const load = useMemo(() => (isOn ? throughArchive(kept, today) : PAGED), [isOn, kept, today])
  return { run: useClientRun(scope.principal, clients ?? NO_CLIENTS, load, known), isPending }
}

const NO_CLIENTS: readonly ClientRead[] = []
