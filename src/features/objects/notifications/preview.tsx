import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { newestContactQuery, notificationPreviewPath } from '#/api/notifications.ts'
import type { ListedCallRead } from '#/contract/call.ts'
import {
  fillText,
  MAX_TEMPLATE,
  NO_VALUE,
  PLACEHOLDERS,
  placeholderValues,
  SAMPLE_CONTACT,
  unknownPlaceholders,
  usedPlaceholders,
  type PlaceholderValues,
} from '#/contract/notification-template.ts'
import type { ObjRead } from '#/contract/object.ts'
import { useHiddenFields } from '#/domain/client/hidden-fields.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { PendingNotice } from '#/domain/notice/pending-notice.tsx'
import { StaleNotice } from '#/domain/notice/stale-notice.tsx'
import { TextValue } from '#/domain/cells/values.tsx'
import { formatDateTime, formatNumber, parseWallClock } from '#/i18n/format.ts'
import { getLocale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { IconButton } from '#/ui/control/button.tsx'
import { QuickChip } from '#/ui/control/pill.tsx'
import { classNames } from '#/ui/class-names.ts'
import { valueLinkClass } from '#/ui/data/fact-list.tsx'
import { Section } from '#/ui/data/section.tsx'
import { StatusMark } from '#/ui/data/status.tsx'
import { Skeleton } from '#/ui/state/skeleton.tsx'

interface Templates {
  readonly subject_template: string | null
  readonly message_template: string | null
}

/** Whether a template uses hidden fields (G12). */
const usesHiddenFields = (template: string, hidden: ReadonlySet<string>) =>
  usedPlaceholders(template).some((name) => {
    const [record, field = ''] = PLACEHOLDERS[name].field.split('.')
    return record === 'call' && hidden.has(field)
  })

/**
 * Preview of the e-mail for the newest contact. The subject is text; the body is a server document in a sandboxed
 * frame.
 */
export const NotificationPreview = ({ object, config }: { object: ObjRead; config: Templates }) => {
  const { scope } = useSignedIn()
  const hidden = useHiddenFields()
  const subject = config.subject_template ?? ''
  const message = config.message_template ?? ''
  const isSampleOnly = usesHiddenFields(`${subject}\n${message}`, hidden)
  const options = newestContactQuery(scope, object.oid)
  const query = useQuery({ ...options, enabled: !isSampleOnly })
  const contact = isSampleOnly ? null : query.data
  const [attempt, setAttempt] = useState(0)
  const [isNarrow, setIsNarrow] = useState(false)
  // A newer answer reloads the frame even for the same contact.
  const refresh = () => {
    if (isSampleOnly) setAttempt(attempt + 1)
    else void query.refetch()
  }
  return (
    <Section
      level={3}
      title={m.notifications_preview()}
      note={
        contact === undefined ? undefined : (
          <FilledFrom oid={object.oid} contact={contact} isSampleOnly={isSampleOnly} />
        )
      }
      actions={
        <>
          <span className="flex gap-1 phone:hidden">
            <QuickChip pressed={!isNarrow} onPress={() => setIsNarrow(false)}>
              {m.notifications_wide()}
            </QuickChip>
            <QuickChip pressed={isNarrow} onPress={() => setIsNarrow(true)}>
              {m.notifications_narrow()}
            </QuickChip>
          </span>
          <IconButton
            icon="refresh"
            label={m.notifications_refresh()}
            pending={query.isFetching}
            onClick={refresh}
          />
        </>
      }
      className="max-w-160 pt-0!"
    >
      <div className="-mx-4 empty:hidden">
        <StaleNotice query={query} />
      </div>
      {contact === undefined ? (
        query.error ? (
          <LoadError error={query.error} level={3} className="" onRetry={() => void query.refetch()} />
        ) : (
          <>
            <PaperSkeleton />
            <PendingNotice query={query} queryKey={options.queryKey} />
          </>
        )
      ) : (
        <Filled
          values={placeholderValues(object, contact ?? SAMPLE_CONTACT)}
          subject={subject}
          message={message}
          isNarrow={isNarrow}
          path={notificationPreviewPath(scope, object.oid, contact?.id ?? null, getLocale())}
          attempt={attempt + query.dataUpdatedAt}
        />
      )}
    </Section>
  )
}

const FilledFrom = ({
  oid,
  contact,
  isSampleOnly,
}: {
  oid: string
  contact: ListedCallRead | null
  isSampleOnly: boolean
}) => {
  if (contact === null)
    return isSampleOnly ? m.notifications_from_sample_hidden() : m.notifications_from_sample()
  const clock = parseWallClock(contact.date)
  return (
    <Link
      to="/objects/$oid/calls/$callId"
      params={{ oid, callId: String(contact.id) }}
      className={valueLinkClass}
    >
      {clock === null
        ? m.notifications_from_newest_undated()
        : m.notifications_from_newest({ date: formatDateTime(clock) })}
    </Link>
  )
}

const Filled = ({
  values,
  subject,
  message,
  isNarrow,
  path,
  attempt,
}: {
  values: PlaceholderValues
  subject: string
  message: string
  isNarrow: boolean
  path: string
  attempt: number
}) => {
  const unknown = unknownPlaceholders(`${subject}\n${message}`)
  return (
    <>
      <p className="flex gap-2 py-1 text-13 phone:text-14">
        <span className="shrink-0 text-text-3">{m.notifications_subject()}</span>
        <span className="min-w-0 font-strong wrap-anywhere">
          <TextValue value={fillText(subject, values)} absent={m.notifications_no_subject()} />
        </span>
      </p>
      {message.trim() === '' ? (
        <p className="py-2 text-13 text-text-2 phone:text-14">{m.notifications_no_message()}</p>
      ) : (
        <Paper key={`${path} ${attempt}`} path={path} isNarrow={isNarrow} />
      )}
      {unknown.length > 0 && (
        <div className="mt-2 text-13">
          <StatusMark tone="warning" icon="alert">
            {m.notifications_unknown()}
          </StatusMark>
          <p className="pl-6 font-mono text-12 wrap-anywhere text-text-2">
            <TextValue value={unknown.map((name) => `%${name}%`).join(' ')} />
          </p>
        </div>
      )}
      {message.length > MAX_TEMPLATE && (
        <p className="mt-2 text-13 text-text-2">
          {m.notifications_cut({ shown: formatNumber(MAX_TEMPLATE), all: formatNumber(message.length) })}
        </p>
      )}
      <Legend template={`${subject}\n${message}`} values={values} />
    </>
  )
}

const Paper = ({ path, isNarrow }: { path: string; isNarrow: boolean }) => {
  const [isLoaded, setIsLoaded] = useState(false)
  return (
    <div className="relative">
      <iframe
        sandbox=""
        src={path}
        title={m.notifications_frame()}
        onLoad={() => setIsLoaded(true)}
        className={classNames(
          'block h-96 w-full rounded-2 border border-line-strong bg-[Canvas] scheme-light',
          isNarrow && 'max-w-[375px]',
        )}
      />
      {!isLoaded && (
        <div className="absolute inset-0">
          <PaperSkeleton />
        </div>
      )}
    </div>
  )
}

const PaperSkeleton = () => (
  <div className="grid h-96 content-start gap-3 rounded-2 border border-line-strong bg-bg p-4">
    <Skeleton width="sm" className="mb-2" />
    <Skeleton width="xl" />
    <Skeleton width="lg" />
    <Skeleton width="md" />
  </div>
)

/** Placeholders and their values. */
const Legend = ({ template, values }: { template: string; values: PlaceholderValues }) => {
  const used = usedPlaceholders(template)
  if (used.length === 0) return null
  return (
    <details className="mt-2 text-13">
      <summary className="w-fit rounded-1 py-1 text-text-2 hover:text-text phone:py-2.5">
        {m.notifications_placeholders({ shown: formatNumber(used.length) })}
      </summary>
      <dl className="mt-1 grid gap-y-2">
        {used.map((name) => (
          <div
            key={name}
            className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-4 border-b phone:grid-cols-1 border-line pb-2 last:border-0"
          >
            <dt className="min-w-0 wrap-anywhere">%{name}%</dt>
            <dd className="min-w-0 wrap-anywhere">
              <TextValue value={values[name] === NO_VALUE ? null : values[name]} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
