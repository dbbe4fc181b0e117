import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Scope } from '#/api/client.ts'
import { recordingPath } from '#/api/recordings.ts'
import { isPhoneCall, type Contact } from '#/features/call/contact.ts'
import { formatDuration } from '#/i18n/duration.ts'
import { safeUrl } from '#/ui/safe-url.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { Section } from '#/ui/data/section.tsx'
import { MAX_DRAWN_SECONDS, waveformQuery } from '#/domain/recording/load-waveform.ts'
import { PlayerControls } from '#/domain/recording/player-controls.tsx'
import { PositionSlider } from '#/domain/recording/position-slider.tsx'
import { usePlayer } from '#/domain/recording/use-player.ts'
import { usePlayerKeys } from '#/domain/recording/use-player-keys.ts'
import { type ShownProblem, useProblem } from '#/domain/recording/use-problem.ts'
import { Button, linkClass } from '#/ui/control/button.tsx'
import { Icon } from '#/ui/icon.tsx'

export const RecordingPane = ({ contact, scope }: { contact: Contact; scope: Scope }) => {
  const { call, hidden } = contact
  if (hidden.has('record_url')) return null
  // Written contacts have none, so nothing is shown.
  if (!call.record_url) return isPhoneCall(call) ? <Pane note={m.call_no_recording()} /> : null
  const address = safeUrl(call.record_url)
  // Unusable URL: nothing is requested.
  if (!address) return <Pane note={m.recording_no_address()} />
  return <Recording contact={contact} scope={scope} address={address} />
}

const Pane = ({ note, legend, children }: { note?: ReactNode; legend?: ReactNode; children?: ReactNode }) => (
  <Section title={m.call_recording()} note={note} actions={legend}>
    {children}
  </Section>
)

const useSeen = () => {
  const ref = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      setSeen(true)
      observer.disconnect()
    })
    observer.observe(ref.current!)
    return () => observer.disconnect()
  }, [])
  return { ref, seen }
}

const Recording = ({ contact, scope, address }: { contact: Contact; scope: Scope; address: URL }) => {
  const { oid, call, hidden } = contact
  const src = recordingPath(scope, oid, call.id)
  const player = usePlayer({ src })
  const { ref, seen } = useSeen()
  const isShort = (call.duration ?? 0) <= MAX_DRAWN_SECONDS
  const loading = useQuery({ ...waveformQuery(scope, oid, call.id), enabled: seen && isShort })
  const waveform = typeof loading.data === 'object' ? loading.data : null
  const notDrawn = !isShort || typeof loading.data === 'string' || loading.isError
  const { problem, again, isPending } = useProblem({ scope, src, date: call.date, player, loading })
  const isPlayable = problem === null || problem.leavesPlayer
  usePlayerKeys(player, isPlayable)
  const total = player.state.duration ?? waveform?.seconds ?? null
  const otherLength = hidden.has('duration') ? null : lengthNote(total, call.duration)

  return (
    <Pane
      note={(!isShort || loading.data === 'too-large') && m.recording_not_drawn()}
      legend={isPlayable && waveform && waveform.voices.length > 1 && <Legend />}
    >
      <div ref={ref}>
        {/* No captions: the service has no transcripts. */}
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
        <audio {...player.audio} preload={seen && notDrawn && !loading.isError ? 'metadata' : 'none'} />
        {isPlayable && (
          <>
            <PositionSlider player={player} total={total} waveform={waveform} />
            <PlayerControls player={player} total={total} download={src} />
            {otherLength !== null && <p className="mt-1 text-12 text-text-3">{otherLength}</p>}
          </>
        )}
        <ProblemNotice problem={problem} address={address} onAgain={again} pending={isPending} />
      </div>
    </Pane>
  )
}

/** Tolerance in seconds for ringing and rounding. */
const SAME_LENGTH = 5

/** Note on differing durations of recording and call. */
const lengthNote = (total: number | null, duration: number | null): string | null => {
  if (total === null || duration === null || Math.abs(total - duration) <= SAME_LENGTH) return null
  const [recording, call] = [formatDuration(Math.round(total)), formatDuration(duration)]
  return recording === null || call === null ? null : m.recording_other_length({ recording, call })
}

const Legend = () => (
  <span className="flex flex-wrap gap-x-4 text-12 text-text-2">
    <Voice className="bg-(--chart-1)">{m.recording_first_channel()}</Voice>
    <Voice className="bg-(--chart-2)">{m.recording_second_channel()}</Voice>
  </span>
)

const Voice = ({ className, children }: { className: string; children: ReactNode }) => (
  <span className="flex items-center gap-1.5">
    <span aria-hidden="true" className={classNames('size-2 rounded-1', className)} />
    {children}
  </span>
)

/** Playback error with actions. Always mounted, so that changes are announced. */
const ProblemNotice = ({
  problem,
  address,
  onAgain,
  pending,
}: {
  problem: ShownProblem | null
  /** Recording URL by the service. */
  address: URL
  onAgain: () => void
  pending: boolean
}) => (
  <div aria-live="polite" className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 text-13 empty:hidden">
    {problem && (
      <>
        <p className="flex max-w-140 items-start gap-2 text-text-2 wrap-anywhere">
          <Icon name="alert" className="mt-0.5 text-warning" />
          {problem.text()}
        </p>
        {problem.mayTryAgain && (
          <Button icon="refresh" pending={pending} onClick={onAgain}>
            {m.retry()}
          </Button>
        )}
        {problem.isLinked && (
          <a
            href={address.href}
            target="_blank"
            rel="noopener noreferrer"
            title={m.call_opens_host({ host: address.host })}
            className={linkClass}
          >
            {m.call_recording_open()}
            <Icon name="external" size={12} className="ml-1 inline" />
          </a>
        )}
      </>
    )}
  </div>
)
