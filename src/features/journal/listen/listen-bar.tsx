import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
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
import { useProblem } from '#/domain/recording/use-problem.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { IconButton } from '#/ui/control/button.tsx'
import { useIsPhone } from '#/ui/use-is-phone.ts'
import { HeardCount } from './heard-count.tsx'
import { isHeard, listenedQuery, type Listened } from './listened.ts'
import { RunNote } from './run-note.tsx'
import type { Begun } from './use-listening.tsx'
import { useRun } from './use-run.ts'
import { WhoIsHeard } from './who-is-heard.tsx'

/** How long a problem is read before the next recording begins. */
const SKIP_MS = 3000

/** Plays the recordings of a list one after another, from the moment it is there. */
export const ListenBar = ({
  scope,
  journal,
  oid,
  begun,
  onHeard,
  onClose,
}: {
  scope: Scope
  journal: Journal
  oid: string | null
  begun: Begun
  onHeard: (row: CurrentRow) => void
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

  /** By the element itself: what is drawn may still be of the recording before. */
  const note = ({ currentTime, duration, ended }: HTMLAudioElement) => {
    if (recording === null) return
    const { index, key } = recording
    remember(({ heard: before }) => ({
      heard:
        !before.has(key) && (ended || isHeard(currentTime, duration)) ? new Set(before).add(key) : before,
      // What was heard to its end begins anew.
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
    // Only for what the call page may have learned already: there is no picture here.
    loading: useQuery({
      ...waveformQuery(scope, recording?.oid ?? '', recording?.call.id ?? 0),
      enabled: false,
      subscribed: false,
    }),
  })
  const isProblem = failed && problem !== null
  /** What cannot be heard. */
  const lost = isProblem ? src : null
  const skip = useEffectEvent(() => {
    // Without a network none would play: the run waits where it is.
    if (navigator.onLine) run.step('after')
  })
  useEffect(() => {
    if (lost === null) return undefined
    const timer = setTimeout(() => skip(), SKIP_MS)
    return () => clearTimeout(timer)
  }, [lost])

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const action = { j: () => run.step('after'), k: () => run.step('before'), Escape: onClose }
    const key = pageKey(event)
    if (key !== 'j' && key !== 'k' && key !== 'Escape') return
    event.preventDefault()
    action[key]()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    // Before the table, whose keys they are otherwise.
    document.addEventListener('keydown', listen, { capture: true })
    return () => document.removeEventListener('keydown', listen, { capture: true })
  }, [])

  const controls = useRef<HTMLDivElement>(null)
  useEffect(() => controls.current?.querySelector('button')?.focus(), [])

  const isPhone = useIsPhone()
  const total = player.state.duration
  const slider = <PositionSlider key={src} slim player={player} total={total} waveform={null} />
  const count = <HeardCount heard={heard} found={run.found} isWhole={run.isWhole} />
  return (
    <>
      {/* A talk has no captions: the service writes no transcript. */}
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
          {isPhone && count}
        </div>
        <div
          ref={controls}
          className="order-last basis-full @min-[64rem]:order-none @min-[64rem]:grow @min-[64rem]:basis-0"
        >
          {isPhone && slider}
          <PlayerControls player={player} total={total} download={src ?? undefined}>
            {!isPhone && <div className="mx-2 min-w-24 grow basis-0">{slider}</div>}
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
        host={recording?.address.host ?? ''}
        onAgain={run.waiting === 'failed' ? run.retry : again}
      />
    </>
  )
}

const heardOf = ({ heard }: Listened) => heard
const NONE: ReadonlySet<string> = new Set()
