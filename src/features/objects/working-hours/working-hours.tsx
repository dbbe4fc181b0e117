import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { workingHoursQuery } from '#/api/working-hours.ts'
import type { ObjRead } from '#/contract/object.ts'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { useSaveBlocked } from '#/domain/saving/use-save-blocked.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Section } from '#/ui/data/section.tsx'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import { weekLines } from './week-labels.ts'

const HoursDialog = lazy(async () => ({ default: (await import('./hours-dialog.tsx')).HoursDialog }))

/** Region "Working hours": when the object's phone is answered. Callboard keeps it, the service knows nothing of it. */
export const WorkingHoursSection = ({ object: { oid } }: { object: ObjRead }) => {
  const { scope } = useSignedIn()
  const { data, error, isLoadingError, refetch } = useQuery(workingHoursQuery(scope))
  const blocked = useSaveBlocked(true)
  const [isOpen, setOpen] = useState(false)
  const stored = data?.find((hours) => hours.oid === oid) ?? null
  const week = stored?.week ?? null
  return (
    <Section title={m.working_hours()} note={m.working_hours_note()}>
      {isLoadingError ? (
        <LoadError error={error} level={3} className="" onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton width="lg" />
      ) : (
        <div className="grid justify-items-start gap-2 text-13">
          {week === null ? (
            <p className="text-text-2">{m.working_hours_none()}</p>
          ) : (
            <ul className="grid gap-0.5 text-14 tabular-nums">
              {weekLines(week).map((line) => (
                <li key={line} className="first-letter:uppercase">
                  {line}
                </li>
              ))}
            </ul>
          )}
          <Button disabledReason={blocked} onClick={() => setOpen(true)}>
            {week === null ? m.working_hours_set() : m.working_hours_change()}
          </Button>
        </div>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <HoursDialog oid={oid} stored={stored} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Section>
  )
}
