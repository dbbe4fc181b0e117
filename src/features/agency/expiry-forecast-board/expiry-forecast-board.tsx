import { Link } from '@tanstack/react-router'
import type { ClientRead } from '#/contract/agency.ts'
import { clientName } from '#/domain/client/client-name.ts'
import { BoardPanel } from '#/features/agency/over-clients/board-panel.tsx'
import { useAgencyToday } from '#/features/agency/over-clients/use-agency-today.ts'
import { useChosenClients } from '#/features/agency/over-clients/use-chosen-clients.ts'
import { useInactivity } from '#/features/agency/over-clients/use-inactivity.ts'
import { objectName } from '#/domain/cells/object-name.ts'
import { FirstOf } from '#/domain/cells/values.tsx'
import { ExpiryForecastFigure } from '#/domain/expiry-forecast/expiry-forecast-figure.tsx'
import { HORIZON_DAYS } from '#/domain/expiry-forecast/expiry-forecast-labels.ts'
import { counted, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Section } from '#/ui/data/section.tsx'
import { boardOf, type Board, type BoardObject } from './board.ts'

/** The day tracking stops, over the objects of all clients. */
export const ExpiryForecastBoard = () => {
  const choice = useChosenClients()
  const inactivity = useInactivity(choice?.clients)
  const today = useAgencyToday()
  if (choice === null) return null
  const listed = inactivity.results.flatMap(({ client, known }) =>
    known?.objects ? [{ client, ...known.objects }] : [],
  )
  const board = boardOf(
    listed.map(({ client, records }) => ({ client, objects: records })),
    today,
    HORIZON_DAYS,
  )
  return (
    <Section title={m.runway_board()} className="px-4">
      <BoardPanel
        inactivity={inactivity}
        choice={choice}
        isHere={({ objects }) => objects !== null}
        doneAt={listed.map(({ at }) => at)}
        label={m.runway_board_progress()}
        shortfalls={listed.flatMap(({ client, isAll }) =>
          isAll ? [] : [{ client, reason: m.over_clients_objects_cut() }],
        )}
        summary={listed.length > 0 && <Summary board={board} />}
      />
      {listed.length > 0 && (
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
    <ExpiryForecastFigure runway={runway} />
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
