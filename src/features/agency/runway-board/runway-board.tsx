import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { loadObjects } from '#/api/objects.ts'
import { isWhole, type PageList } from '#/api/pages.ts'
import type { KeptObjects } from '#/api/roll-up/kept-objects.ts'
import type { ClientRead } from '#/contract/agency.ts'
import type { ObjRead } from '#/contract/object.ts'
import { clientName } from '#/domain/client/client-name.ts'
import { RunPanel } from '#/features/agency/over-clients/run-panel.tsx'
import { useAgencyToday } from '#/features/agency/over-clients/use-agency-today.ts'
import { useChosenClients } from '#/features/agency/over-clients/use-chosen-clients.ts'
import { useClientRun, type ClientLoad } from '#/features/agency/over-clients/use-client-run.ts'
import { useKeptObjects } from '#/features/agency/over-clients/use-kept-objects.ts'
import { objectName } from '#/domain/marks/object-name.ts'
import { FirstOf } from '#/domain/marks/values.tsx'
import { RunwayFigure } from '#/domain/runway/runway-figure.tsx'
import { HORIZON_DAYS } from '#/domain/runway/runway-words.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { counted, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Section } from '#/ui/data/section.tsx'
import { boardOf, type Board, type BoardObject } from './board.ts'

/** The objects of a client; more requests where their list has more than a page. */
const LEAST_REQUESTS = 1

const OBJECTS: ClientLoad<PageList<ObjRead>> = {
  name: 'runway_objects',
  load: (scope, ask, signal) => loadObjects(scope, undefined, signal, (request) => ask(request, signal)),
  leastRequests: LEAST_REQUESTS,
  keptFor: Infinity,
}

/** Lists as our server keeps them, as if they had been loaded then. */
const listsOf = (kept: KeptObjects) =>
  new Map(
    [...kept].flatMap(([client, { objects }]) => {
      if (objects === null) return []
      const { at, isAll, records } = objects
      const data: PageList<ObjRead> = { rows: records, records, total: null, gaps: isAll ? [] : ['short'] }
      return [[client, { data, at }] as const]
    }),
  )

/**
 * The day tracking stops, over the objects of all clients: there at once where our server has seen their lists, else asked for
 * on demand and kept for the visit.
 */
export const RunwayBoard = () => {
  const { scope } = useSignedIn()
  const choice = useChosenClients()
  const { kept, isPending } = useKeptObjects(choice?.clients)
  const known = useMemo(() => listsOf(kept), [kept])
  const run = useClientRun(scope.principal, choice?.clients ?? [], OBJECTS, known)
  const today = useAgencyToday()
  if (choice === null) return null
  const loaded = run.results.flatMap(({ client, data }) => (data ? [{ client, ...data }] : []))
  const board = boardOf(
    loaded.map(({ client, records }) => ({ client, objects: records })),
    today,
    HORIZON_DAYS,
  )
  return (
    <Section title={m.runway_board()} className="px-4">
      {!isPending && (
        <RunPanel
          run={run}
          choice={choice}
          leastRequests={LEAST_REQUESTS}
          hint={m.runway_hint()}
          startText={m.runway_board_start}
          label={m.runway_board_progress()}
          shortfalls={loaded.flatMap(({ client, gaps }) =>
            isWhole(gaps) ? [] : [{ client, reason: m.over_clients_objects_cut() }],
          )}
          summary={loaded.length > 0 && <Summary board={board} />}
        />
      )}
      {loaded.length > 0 && (
        <>
          <Soon objects={board.soon} />
          <Others board={board} />
        </>
      )}
    </Section>
  )
}

const Summary = ({ board: { soon } }: { board: Board<ClientRead> }) =>
  soon.length === 0 ? (
    <p className="text-text-2">{m.runway_board_none(counted(HORIZON_DAYS))}</p>
  ) : (
    <p className="font-strong">
      {m.runway_board_stop({ ...counted(soon.length), days: formatNumber(HORIZON_DAYS) })}
    </p>
  )

/** As many as a week's work; the rest on demand. */
const FIRST_SHOWN = 8

const Soon = ({ objects }: { objects: Board<ClientRead>['soon'] }) =>
  objects.length > 0 && (
    <FirstOf items={objects} limit={FIRST_SHOWN}>
      {(shown) => (
        <ul className="mt-2">
          {shown.map((one) => (
            <StoppingObject key={`${one.client.client} ${one.object.oid}`} of={one} />
          ))}
        </ul>
      )}
    </FirstOf>
  )

const StoppingObject = ({ of: { client, object, runway } }: { of: BoardObject<ClientRead> }) => (
  <li className="border-t border-line py-2 text-13">
    <h3 className="flex flex-wrap items-baseline gap-x-2 text-13">
      <Link
        to="/objects/$oid"
        params={{ oid: object.oid }}
        search={{ client: client.client }}
        className="inline-flex min-h-6 min-w-0 items-center rounded-1 font-strong wrap-anywhere underline-offset-3 hover:underline"
      >
        <bdi>{objectName(object)}</bdi>
      </Link>
      <bdi className="min-w-0 text-12 font-normal wrap-anywhere text-text-3">{clientName(client)}</bdi>
    </h3>
    <RunwayFigure runway={runway} />
  </li>
)

/** Those that are not shown, counted by why. */
const Others = ({ board: { later, noDay, off } }: { board: Board<ClientRead> }) => (
  <div className="mt-1 grid gap-1 border-t border-line pt-2 text-12 text-text-3 empty:hidden">
    {later > 0 && <p>{m.runway_board_later(counted(later))}</p>}
    {noDay > 0 && <p>{m.runway_board_no_day(counted(noDay))}</p>}
    {off > 0 && <p>{m.runway_board_off(counted(off))}</p>}
  </div>
)
