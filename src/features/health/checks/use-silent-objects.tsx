import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ObjectDays } from '#/contract/figures/answers.ts'
import { activeObjectsQuery } from '#/api/objects.ts'
import { isReadable } from '#/contract/field.ts'
import type { ObjRead } from '#/contract/object.ts'
import { useCurrentClient } from '#/domain/client/current-client.ts'
import { useFigures } from '#/domain/figures/use-figures.ts'
import { objectName } from '#/domain/cells/object-name.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { chanceText, insteadText, todayText } from '#/domain/inactivity-labels.ts'
import { counted } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { buttonClass } from '#/ui/control/button.tsx'
import type { ContactsReading } from '#/domain/figures/use-contacts.ts'
import type { Check, Problem } from './check.ts'

/** Days without contacts that are a problem without a baseline. */
const DAYS = 60

/** Active objects significantly quieter than usual, or silent for two months. */
export const useSilentObjects = (contacts: ContactsReading): Check => {
  const { scope } = useSignedIn()
  const { isKnown: hasDays, job, isComplete, failure, goOn } = contacts
  const mayChange = useCurrentClient()?.statistics_only !== true
  const objects = useQuery(activeObjectsQuery(scope))
  const facts = useFigures(
    job,
    'today',
    null,
    hasDays ? { filters: [], days: job.days, comparedDays: job.comparedDays } : null,
  )
  const tracked = objects.data?.objects.filter(isReadable).filter(({ is_tracking: is }) => is !== false)
  const days = new Map(facts.data?.objects.map((one) => [one.oid, one]))
  const isKnown = isComplete && tracked !== undefined && facts.data !== undefined && !facts.isPlaceholderData
  const problems = isKnown
    ? tracked.flatMap((object) => problemOf(object, days.get(object.oid), mayChange) ?? []).toSorted(byTone)
    : []
  const error = objects.error ?? facts.error ?? (isComplete ? null : failure)
  return {
    title: m.health_silence(),
    source: 'contacts',
    checked: isKnown ? m.health_silence_looked(counted(tracked.length)) : null,
    is: isKnown ? 'done' : error ? 'failed' : 'checking',
    problems,
    found: problems.length,
    error,
    retry: () => {
      if (objects.isError) void objects.refetch()
      if (facts.isError) void facts.refetch()
      if (failure) goOn()
    },
  }
}

const byTone = (a: Problem, b: Problem) => Number(a.tone !== 'missed') - Number(b.tone !== 'missed')

const problemOf = (object: ObjRead, days: ObjectDays | undefined, mayChange: boolean): Problem | null => {
  const id = `silence ${object.oid}`
  const icon = 'bell-off'
  const action = mayChange && (
    <Link
      to="/objects/$oid"
      params={{ oid: object.oid }}
      hash="tracking-script"
      className={buttonClass()}
      aria-label={m.health_check_snippet_of({ object: objectName(object) })}
    >
      {m.inactivity_check_snippet()}
    </Link>
  )
  if (days === undefined)
    return {
      id,
      icon,
      action,
      tone: 'warning',
      title: m.health_never({ object: objectName(object), ...counted(DAYS) }),
      detail: m.health_never_detail(),
      advice: m.health_never_advice(),
    }
  const { silence: inactivity } = days
  if (inactivity === null || (inactivity.verdict !== 'silent' && inactivity.verdict !== 'unusual'))
    return null
  return {
    id,
    icon,
    action,
    tone: inactivity.verdict === 'silent' ? 'missed' : 'warning',
    title: (inactivity.verdict === 'silent' ? m.health_silent : m.health_quiet)({
      object: objectName(object),
      today: todayText(inactivity),
    }),
    detail: `${insteadText(inactivity)} · ${chanceText(inactivity.chance)}`,
    advice: m.health_silent_advice(),
  }
}
