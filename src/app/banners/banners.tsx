import { useSelector } from '@tanstack/react-store'
import '#/api/console/drift-log.ts'
import './keys-off.css'
import './print.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError } from '#/api/error.ts'
import { registerOffline } from './register-offline.ts'
import { sessionQuery } from '#/api/session.ts'
import { followPrivacyMode } from '#/domain/privacy-mode/turn-privacy-mode.ts'
import { useIsReauthentication } from '#/domain/session/reauthentication.ts'
import { reportOutsideError } from '#/domain/session/outside-cache.ts'
import { ContactVisits } from '#/domain/contact-list/visited-contacts.tsx'
import { clockSkew, hasNewBuild } from '#/api/transport/server-facts.ts'
import { MINUTE_MS } from '#/contract/day.ts'
import { clockTime, counted, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { useIsDirty } from '#/domain/saving/leaving.ts'
import { ConnectionBar } from './connection-bar.tsx'
import { followRights, followSections } from './refusals.ts'
import { keepFocus } from './keep-focus.ts'
import { Reauthentication } from './reauthentication.tsx'
import { SessionEndBar } from './session-end-bar.tsx'
import { Bar } from './bar.tsx'
import { preferencesQuery } from '#/api/preferences.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { showToast } from '#/ui/overlay/toast.tsx'
import { rateText, useGate } from '#/domain/notice/rate-notice.ts'
import { Icon } from '#/ui/icon.tsx'
import { missingParts } from '#/domain/files/incomplete-labels.ts'
import { exportDialog } from '#/domain/files/current-export.ts'
import { useExport } from '#/domain/files/use-export.ts'
import { errorText } from '#/domain/notice/error-text.ts'

export const Banners = () => {
  const queryClient = useQueryClient()
  const isReauthentication = useIsReauthentication()
  const router = useRouter()
  useEffect(() => followRights(queryClient, () => void router.invalidate()), [queryClient, router])
  useEffect(() => followSections(queryClient), [queryClient])
  useEffect(keepFocus, [])
  useEffect(() => {
    if (!import.meta.env.DEV) void registerOffline()
  }, [])
  useEffect(followPrivacyMode, [])
  return (
    <div role="status" className="empty:hidden print:hidden">
      <ConnectionBar />
      {isReauthentication || <SessionEnd />}
      <Reauthentication />
      <NewBuildBar />
      <ClockBar />
      <RateBar />
      <ExportBar />
      <ContactVisits />
      <SetAsideNotice />
    </div>
  )
}

const SessionEnd = () => {
  const queryClient = useQueryClient()
  // The page may be older than its session data; the server is asked later.
  const [endsIn] = useState(() => {
    const { data, dataUpdatedAt = Date.now() } = queryClient.getQueryState(sessionQuery.queryKey) ?? {}
    return data?.ends_in == null ? null : data.ends_in - (Date.now() - dataUpdatedAt) / 1000
  })
  return (
    endsIn !== null && (
      <SessionEndBar
        endsIn={endsIn}
        onEnded={() => reportOutsideError(queryClient, new ApiError('session-ended'))}
      />
    )
  )
}

/** Smaller skew is corrected silently. */
const MIN_SKEW_MS = 5 * MINUTE_MS

const ClockBar = () => {
  const skew = useSelector(clockSkew)
  const [isSeen, setIsSeen] = useState(false)
  return !isSeen && Math.abs(skew) >= MIN_SKEW_MS && <Clocks skew={skew} onSeen={() => setIsSeen(true)} />
}

const Clocks = ({ skew, onSeen }: { skew: number; onSeen: () => void }) => {
  const [now] = useState(() => Date.now())
  return (
    <Bar
      icon="clock"
      title={m.clock_wrong({ its: clockTime(now), right: clockTime(now + skew) })}
      actions={<Button onClick={onSeen}>{m.dismiss()}</Button>}
    >
      {m.clock_wrong_text()}
    </Bar>
  )
}

/** A newer version is available; the page continues until reloaded. */
const NewBuildBar = () => {
  const isNew = useSelector(hasNewBuild)
  const isDirty = useIsDirty()
  const [isLater, setIsLater] = useState(false)
  if (!isNew || isLater) return null
  return (
    <Bar
      icon="refresh"
      tone="accent"
      title={m.new_build()}
      actions={
        <>
          {!isDirty && (
            <Button variant="primary" onClick={() => location.reload()}>
              {m.reload()}
            </Button>
          )}
          <Button onClick={() => setIsLater(true)}>{m.later()}</Button>
        </>
      }
    >
      {isDirty ? m.new_build_typed() : m.new_build_text()}
    </Bar>
  )
}

/** Notice that stored preferences were unreadable and reset. Requests nothing itself. */
const SetAsideNotice = () => {
  const { principal } = useSignedIn().scope
  const isSetAside = useQuery({ ...preferencesQuery(principal), enabled: false }).data?.set_aside === true
  useEffect(() => {
    if (isSetAside) showToast({ tone: 'failed', text: m.preferences_set_aside() })
  }, [isSetAside])
  return null
}

export const RateBar = () => {
  const seconds = useGate()
  if (seconds === 0) return null
  return (
    <p className="flex items-center gap-2 border-b border-line bg-raised px-4 py-2 text-13">
      <Icon name="clock" className="text-warning" />
      {/* Announced once, not every second. */}
      <span className="sr-only">{m.error_rate_limited()}</span>
      <span aria-hidden="true" className="tabular-nums">
        {rateText(seconds)}
      </span>
    </p>
  )
}

const ExportBar = () => {
  const isInDialog = useSelector(exportDialog)
  const { state, save, retry, dismiss, isStored } = useExport(!isInDialog)
  if (isInDialog || state.is === 'idle') return null
  if (state.is === 'failed')
    return (
      <Bar
        icon="alert"
        title={m.export_failed()}
        actions={
          <>
            {isStored && (
              <Button icon="refresh" onClick={retry}>
                {m.retry()}
              </Button>
            )}
            <Button onClick={dismiss}>{m.dismiss()}</Button>
          </>
        }
      >
        {errorText(state.error)}
      </Bar>
    )
  const { answer } = state
  if (state.is === 'running')
    return (
      <Bar
        icon="download"
        tone="accent"
        title={answer?.state === 'writing' ? m.export_writing() : m.export_loading()}
        actions={<Button onClick={dismiss}>{m.cancel()}</Button>}
      >
        <span className="tabular-nums">
          {answer === null || answer.done === 0
            ? m.loading()
            : m.export_part({ shown: formatNumber(answer.done), total: formatNumber(answer.total) })}
        </span>
      </Bar>
    )
  const isComplete = state.answer.state === 'complete'
  return (
    <Bar
      icon={isComplete ? 'check' : 'alert'}
      tone={isComplete ? 'accent' : 'warning'}
      title={isComplete ? m.export_done(counted(state.answer.done)) : m.export_incomplete()}
      actions={
        <>
          {!isComplete && (
            <Button icon="refresh" onClick={retry}>
              {m.retry()}
            </Button>
          )}
          <Button variant="primary" onClick={save}>
            {isComplete ? m.export_download() : m.export_save_part()}
          </Button>
          <Button onClick={dismiss}>{m.dismiss()}</Button>
        </>
      }
    >
      {(isComplete ? [state.answer.file_name] : missingParts(state.answer))
        .concat(state.error ? errorText(state.error) : [])
        .join(' ')}
    </Bar>
  )
}
