import { useMemo, useState, type ReactNode } from 'react'
import { dayNumber, weekdayOf } from '#/contract/day.ts'
import { NORM_WEEKS } from '#/analytics/evaluation/inactivity.ts'
import type { ClientRead } from '#/contract/agency.ts'
import { BoardPanel, type ClientShortfall } from '#/features/agency/over-clients/board-panel.tsx'
import { useAgencyToday } from '#/features/agency/over-clients/use-agency-today.ts'
import { useChosenClients } from '#/features/agency/over-clients/use-chosen-clients.ts'
import { useInactivity, type Inactivity } from '#/features/agency/over-clients/use-inactivity.ts'
import { FirstOf } from '#/domain/cells/values.tsx'
import { counted, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { LinkButton } from '#/ui/control/button.tsx'
import { Section } from '#/ui/data/section.tsx'
import { Icon } from '#/ui/icon.tsx'
import { clientChecks } from './client-check.ts'
import { judgeClient, wallOf, type JudgedClient, type InactivityVerdicts } from './evaluate.ts'
import { QuietObject, SilentObject } from './silent-object.tsx'

interface CheckedClient {
  readonly client: ClientRead
  readonly judged: JudgedClient
  readonly at: number
}

const judgedOf = (results: Inactivity['results']): readonly CheckedClient[] =>
  results.flatMap(({ client, known }) => {
    const checks = known && clientChecks(known)
    return checks
      ? [{ client, judged: judgeClient(checks), at: Math.min(...checks.map(({ at }) => at)) }]
      : []
  })

/** Of whom there is not enough, though nothing has failed. */
const tooLittleOf = (
  results: Inactivity['results'],
  checked: readonly CheckedClient[],
): ClientShortfall[] => {
  const judged = new Set(checked.map(({ client }) => client))
  return results.flatMap(({ client, known }) =>
    judged.has(client) || !known || known.isReading || known.error !== null
      ? []
      : [{ client, reason: m.silence_too_little() }],
  )
}

/** Which objects of all clients have gone silent today, each against its own norm. */
export const InactivityMonitor = () => {
  const choice = useChosenClients()
  const inactivity = useInactivity(choice?.clients)
  const today = useAgencyToday()
  const { results } = inactivity
  const checked = useMemo(() => judgedOf(results), [results])
  const wall = wallOf(checked)
  if (choice === null) return null
  return (
    <Section
      title={m.silence_wall()}
      note={<span className="text-12">{againstText(checked[0]?.judged.day ?? today)}</span>}
      className="px-4"
    >
      <BoardPanel
        inactivity={inactivity}
        choice={choice}
        // With a week that is still to come verdicts would be others.
        isHere={(known) => !known.isReading && clientChecks(known) !== null}
        doneAt={checked.map(({ at }) => at)}
        label={m.silence_progress()}
        shortfalls={[...checked.flatMap(shortfallOf), ...tooLittleOf(results, checked)]}
        summary={checked.length > 0 && <Summary wall={wall} />}
      />
      {checked.length > 0 && (
        <>
          <Quiet objects={wall.quiet} />
          <Others wall={wall} />
        </>
      )}
    </Section>
  )
}

/** Monday first. */
const AGAINST = [
  m.silence_against_monday,
  m.silence_against_tuesday,
  m.silence_against_wednesday,
  m.silence_against_thursday,
  m.silence_against_friday,
  m.silence_against_saturday,
  m.silence_against_sunday,
] as const

/** `against each object’s own Friday`; takes the day that was judged, or will be. */
const againstText = (day: string) => AGAINST[weekdayOf(dayNumber(day))]?.()

const shortfallOf = ({ client, judged }: { client: ClientRead; judged: JudgedClient }): ClientShortfall[] => {
  const { missingWeeks, allObjects } = judged
  const reasons = [
    ...(missingWeeks > 0
      ? [m.silence_weeks_missing({ ...counted(missingWeeks), all: formatNumber(NORM_WEEKS) })]
      : []),
    ...(allObjects ? [] : [m.over_clients_objects_cut()]),
  ]
  return reasons.length === 0 ? [] : [{ client, reason: reasons.join(' ') }]
}

const Summary = ({ wall: { quiet, normal } }: { wall: InactivityVerdicts<ClientRead> }): ReactNode => {
  if (quiet.length > 0) return <p className="font-strong">{m.silence_found(counted(quiet.length))}</p>
  if (normal === 0) return <p className="text-text-2">{m.silence_none_judged()}</p>
  return (
    <p className="flex gap-1.5 text-text-2">
      <Icon name="check" className="mt-0.5 text-answered" />
      {m.silence_all_normal(counted(normal))}
    </p>
  )
}

/** As many as a morning's work; the rest on demand. */
const FIRST_SHOWN = 8

const Quiet = ({ objects }: { objects: InactivityVerdicts<ClientRead>['quiet'] }) =>
  objects.length > 0 && (
    <FirstOf items={objects} limit={FIRST_SHOWN}>
      {(shown) => (
        <ul className="mt-2 phone:-mr-4 phone:relative phone:flex phone:overflow-x-auto phone:[scrollbar-width:none]">
          {shown.map((one) => (
            <SilentObject key={`${one.client.client} ${one.object.oid}`} of={one} />
          ))}
        </ul>
      )}
    </FirstOf>
  )

/** Those that are not shown, counted by why. */
const Others = ({
  wall: { quiet, normal, tooQuiet, otherDay, untracked },
}: {
  wall: InactivityVerdicts<ClientRead>
}) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="mt-1 grid justify-items-start gap-1 border-t border-line pt-2 text-12 text-text-3">
      {quiet.length > 0 && normal > 0 && <p>{m.silence_others(counted(normal))}</p>}
      {tooQuiet.length > 0 && (
        <LinkButton aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {m.silence_too_quiet(counted(tooQuiet.length))}
        </LinkButton>
      )}
      {isOpen && (
        <ul className="w-full text-text">
          {tooQuiet.map((one) => (
            <QuietObject key={`${one.client.client} ${one.object.oid}`} of={one} />
          ))}
        </ul>
      )}
      {otherDay > 0 && <p>{m.silence_other_day(counted(otherDay))}</p>}
      {untracked > 0 && <p>{m.silence_untracked(counted(untracked))}</p>}
    </div>
  )
}
