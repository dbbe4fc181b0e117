import { useQueryClient } from '@tanstack/react-query'
import type { Scope } from '#/api/client.ts'
import { knownStatusNames } from '#/api/status-names.ts'
import { dateWords } from '#/features/journal/contact-words.ts'
import { ContactLink, isPlainClick, useOpenContact } from '#/features/journal/table/row-links.tsx'
import type { Journal } from '#/features/journal/use-journal.ts'
import { statusLook } from '#/domain/marks/status-look.ts'
import { formatPhone } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { linkClass } from '#/ui/control/button.tsx'
import { toneText } from '#/ui/data/status.tsx'
import { Icon } from '#/ui/icon.tsx'
import type { Recording } from './walk.ts'

/** Who called, when, and what came of it; the date opens the contact, as in the table. */
export const WhoIsHeard = ({
  recording,
  scope,
  journal,
  oid,
}: {
  recording: Recording | null
  scope: Scope
  journal: Journal
  oid: string | null
}) => {
  const queryClient = useQueryClient()
  const open = useOpenContact(journal, oid)
  const status = recording?.call.status ?? null
  const { word, icon, tone } = statusLook(
    status,
    status === null ? undefined : knownStatusNames(queryClient, scope).get(status),
  )
  return (
    <div aria-live="polite" className="flex min-h-9 min-w-36 items-center gap-2 text-13 phone:min-h-10">
      {recording && (
        <>
          <span title={word} className="flex">
            <Icon name={icon} className={toneText[tone]} />
            <span className="sr-only">{word} </span>
          </span>
          <span className="flex min-w-0 flex-col items-start leading-tight">
            <bdi className="max-w-full truncate font-strong tabular-nums">
              {recording.call.phone_number_from?.trim()
                ? formatPhone(recording.call.phone_number_from).slice(0, 200)
                : m.no_caller()}
            </bdi>
            <ContactLink
              call={recording.call}
              context={{ oid, client: scope.client }}
              onClick={(event) => {
                if (!isPlainClick(event)) return
                event.preventDefault()
                open(recording.call, recording.index)
              }}
              className={classNames(
                linkClass,
                'relative text-12 whitespace-nowrap after:absolute after:-inset-1',
              )}
            >
              {dateWords(recording.call.date)}
            </ContactLink>
          </span>
        </>
      )}
    </div>
  )
}
