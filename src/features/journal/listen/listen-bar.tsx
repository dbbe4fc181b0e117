import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState, type RefObject } from 'react'
import type { Scope } from '#/api/client.ts'
import { recordingPath } from '#/api/recordings.ts'
import type { Journal } from '#/features/journal/use-journal.ts'
import type { CurrentRow } from '#/domain/contact-list/row-memory.ts'
import { pageKey } from '#/ui/page-keys.ts'
import { waveformQuery } from '#/domain/recording/load-waveform.ts'
import { PlayerControls } from '#/domain/recording/player-controls.tsx'
import { PositionSlider } from '#/domain/recording/position-slider.tsx'
import { usePlayer } from '#/domain/recording/use-player.ts'
import { usePlayerKeys } from '#/domain/recording/use-player-keys.ts'
import { type ShownProblem, useProblem } from '#/domain/recording/use-problem.ts'
import { RetryButton } from '#/domain/notice/retry-button.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { IconButton, linkClass } from '#/ui/control/button.tsx'
import { useIsPhone } from '#/ui/use-is-phone.ts'
import { type Listened, isHeard, listenedQuery } from './listened.ts'
import type { Begun } from './use-listening.tsx'
import { type Waiting, useRun } from './use-run.ts'
import { formatNumber } from '#/i18n/format.ts'
import type { Recording } from './walk.ts'
import { Icon } from '#/ui/icon.tsx'
import { knownStatusNames } from '#/api/status-names.ts'
import { dateLabel } from '#/features/journal/contact-labels.ts'
import { RowContactLink, isPlainClick, useOpenContact } from '#/features/journal/table/row-links.tsx'
import { callerLabel } from '#/domain/contact-list/caller-labels.ts'
import { useHiddenFields } from '#/domain/client/hidden-fields.ts'
import { PhoneLink } from '#/domain/cells/phone-link.tsx'
import { statusBadge } from '#/domain/cells/status-badge.ts'
import { classNames } from '#/ui/class-names.ts'
import { toneText } from '#/ui/data/status.tsx'

const SKIP_MS = 3000

/** Plays the recordings of a list one after another, from the moment it is there. */
export const ListenBar = ({
  scope,
  journal,
  oid,
  begun,
  onHeard,
  onPlaying,
  toggle,
  onClose,
}: {
  scope: Scope
  journal: Journal
  oid: string | null
  begun: Begun
  onHeard: (row: CurrentRow) => void
  onPlaying: (isPlaying: boolean) => void
  toggle: RefObject<(() => void) | null>
  onClose: () => void
}) => {
  const run = useRun({ scope, oid, filters: journal.filters, start: begun.start })
  const { recording } = run
  const src = recording && recordingPath(scope, recording.oid, recording.call.id)
  const player = usePlayer({ src, queue: { next: () => run.step('after') } })
  usePlayerKeys(player)

  const listened = listenedQuery(scope, oid, journal.filters)
  const { data: heard = NONE } = useQuery({ ...listened, select: heardOf })
  const queryClient = useQueryClient()
  const remember = (change: (before: Listened) => Listened) =>
    queryClient.setQueryData(listened.queryKey, (before) => before && change(before))

  const hasBegun = useRef(false)
  const begin = useEffectEvent((address: string | null) => {
    if (recording === null || address === null) return
    const position = recording.key === begun.start.key && !hasBegun.current ? begun.position : 0
    hasBegun.current = true
    onHeard({ index: recording.index, id: recording.call.id })
    remember((before) => ({ ...before, left: { index: recording.index, key: recording.key, position } }))
    if (position > 0) player.seek(position)
    player.play()
  })
  useEffect(() => begin(src), [src])

  /** From the element: rendered state may be of the previous recording. */
  const note = ({ currentTime, duration, ended }: HTMLAudioElement) => {
    if (recording === null) return
    const { index, key } = recording
    remember(({ heard: before }) => ({
      heard:
        !before.has(key) && (ended || isHeard(currentTime, duration)) ? new Set(before).add(key) : before,
      // Finished recordings restart from the beginning.
      left: { index, key, position: ended ? 0 : currentTime },
    }))
  }

  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  const failed = player.state.failed && failedSrc === src
  const { problem, again } = useProblem({
    scope,
    src: src ?? '',
    date: recording?.call.date ?? null,
    player: { ...player, state: { ...player.state, failed } },
    loading: useQuery({
      ...waveformQuery(scope, recording?.oid ?? '', recording?.call.id ?? 0),
      enabled: false,
      subscribed: false,
    }),
  })
  const isProblem = failed && problem !== null
  useSkip(isProblem ? src : null, () => run.step('after'))
  useBarKeys({ j: () => run.step('after'), k: () => run.step('before'), Escape: onClose })

  const { playing } = player.state
  const say = useEffectEvent((isPlaying: boolean) => onPlaying(isPlaying))
  useEffect(() => say(playing), [playing])
  useImperativeHandle(toggle, () => () => player.toggle())

  const controls = useRef<HTMLDivElement>(null)
  const takeFocus = useEffectEvent(() => {
    if (begun.takesFocus) controls.current?.querySelector('button')?.focus()
  })
  useEffect(() => takeFocus(), [])

  const isPhone = useIsPhone()
  const total = player.state.duration
  const slider = <PositionSlider key={src} slim player={player} total={total} waveform={null} />
  const count = <HeardCount heard={heard} found={run.found} isComplete={run.isComplete} />
  return (
    <>
      {/* No captions: the service has no transcripts. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <audio
        {...player.audio}
        onTimeUpdate={(event) => {
          note(event.currentTarget)
          player.audio.onTimeUpdate?.(event)
        }}
        onEnded={(event) => {
          note(event.currentTarget)
          player.audio.onEnded?.(event)
        }}
        onError={(event) => {
          setFailedSrc(src)
          player.audio.onError?.(event)
        }}
      />
      <div className="flex flex-wrap items-center gap-x-3">
        <div className="min-w-0 grow @min-[64rem]:max-w-56 @min-[64rem]:grow-0 phone:basis-0">
          <WhoIsHeard recording={recording} scope={scope} journal={journal} oid={oid} />
        </div>
        <div
          ref={controls}
          className="order-last basis-full @min-[64rem]:order-none @min-[64rem]:grow @min-[64rem]:basis-0"
        >
          {/* Low enough to leave a phone three quarters of its height. */}
          <PlayerControls player={player} total={total} download={src ?? undefined} isShort={isPhone}>
            <div className="mx-2 min-w-16 grow basis-0">{slider}</div>
          </PlayerControls>
        </div>
        <span className="ml-auto flex items-center gap-1 phone:self-start">
          {!isPhone && count}
          <IconButton
            icon="chevron-up"
            label={m.listen_previous()}
            shortcut="k"
            onClick={() => run.step('before')}
          />
          <IconButton
            icon="chevron-down"
            label={m.listen_next()}
            shortcut="j"
            onClick={() => run.step('after')}
          />
          <IconButton icon="close" label={m.close()} shortcut="Esc" onClick={onClose} />
        </span>
      </div>
      <RunNote
        waiting={run.waiting}
        problem={isProblem ? problem : null}
        onAgain={run.waiting === 'failed' ? run.retry : again}
      />
    </>
  )
}

const useSkip = (lost: string | null, goOn: () => void) => {
  const skip = useEffectEvent(() => {
    // Offline none would play, so the run waits.
    if (navigator.onLine) goOn()
  })
  useEffect(() => {
    if (lost === null) return undefined
    const timer = setTimeout(() => skip(), SKIP_MS)
    return () => clearTimeout(timer)
  }, [lost])
}

const useBarKeys = (actions: Record<'j' | 'k' | 'Escape', () => void>) => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const key = pageKey(event)
    if (key !== 'j' && key !== 'k' && key !== 'Escape') return
    event.preventDefault()
    actions[key]()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    // Capture phase: before the table's own shortcuts.
    document.addEventListener('keydown', listen, { capture: true })
    return () => document.removeEventListener('keydown', listen, { capture: true })
  }, [])
}

const heardOf = ({ heard }: Listened) => heard
const NONE: ReadonlySet<string> = new Set()

const HeardCount = ({
  heard,
  found,
  isComplete,
}: {
  heard: ReadonlySet<string>
  found: readonly Recording[]
  isComplete: boolean
}) => {
  const known = new Set([...heard, ...found.map(({ key }) => key)]).size
  return (
    <span
      title={isComplete ? undefined : m.listen_more()}
      className="mr-1 text-12 whitespace-nowrap text-text-2 tabular-nums"
    >
      {m.listen_heard({
        heard: formatNumber(heard.size),
        total: `${formatNumber(known)}${isComplete ? '' : '+'}`,
      })}
    </span>
  )
}

const WORDS = {
  looking: m.listen_looking,
  failed: m.rows_failed,
  first: m.listen_first,
  last: m.listen_last,
  none: m.listen_none,
} as const satisfies Record<Waiting, () => string>

/** Why nothing plays. Always mounted, so that changes are announced. */
const RunNote = ({
  waiting,
  problem,
  onAgain,
}: {
  waiting: Waiting | null
  problem: ShownProblem | null
  onAgain: () => void
}) => (
  <p aria-live="polite" className="flex flex-wrap items-center gap-x-2 py-1 text-13 text-text-2 empty:hidden">
    {waiting !== null ? (
      <>
        <Icon
          name={waiting === 'looking' ? 'spinner' : waiting === 'failed' ? 'cloud-off' : 'info'}
          className={waiting === 'looking' ? 'animate-turn' : undefined}
        />
        {WORDS[waiting]()}
        {waiting === 'failed' && <RetryButton onPress={onAgain} />}
      </>
    ) : (
      problem && (
        <>
          <Icon name="alert" className="text-warning" />
          <span className="min-w-0 wrap-anywhere">
            {problem.text()} {m.listen_skips()}
          </span>
          {problem.mayTryAgain && <RetryButton onPress={onAgain} />}
        </>
      )
    )}
  </p>
)

const WhoIsHeard = ({
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
  const hidden = useHiddenFields()
  const isPhone = useIsPhone()
  const call = hidden.has('phone_number_from') ? undefined : recording?.call
  const caller = call?.caller
  const callerText = call ? callerLabel(call) : null
  const status = recording?.call.status ?? null
  const { word, icon, tone } = statusBadge(
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
            {caller && !isPhone ? (
              <PhoneLink phone={caller} className="font-strong" />
            ) : (
              // The phone bar is compact; the number is one press away.
              <bdi className="max-w-full truncate font-strong tabular-nums">
                {callerText?.slice(0, 200) ?? m.no_caller()}
              </bdi>
            )}
            <RowContactLink
              call={recording.call}
              context={{ oid, client: scope.client }}
              onClick={(event) => {
                if (!isPlainClick(event)) return
                event.preventDefault()
                open(recording.call, recording.index)
              }}
              className={classNames(linkClass, 'inline-flex min-h-6 items-center text-12 whitespace-nowrap')}
            >
              {dateLabel(recording.call.date)}
            </RowContactLink>
          </span>
        </>
      )}
    </div>
  )
}
