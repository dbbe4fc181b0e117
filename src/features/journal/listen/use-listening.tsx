import { useEntryKey } from '#/domain/contact-list/use-entry-key.ts'
import { hashKey, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { ListedCallRead } from '#/contract/call.ts'
import type { Journal } from '#/features/journal/use-journal.ts'
import { recallRow, type CurrentRow } from '#/domain/contact-list/row-memory.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { useOnIntent } from '#/ui/use-on-intent.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { IconButton } from '#/ui/control/button.tsx'
import { listenedQuery } from './listened.ts'
import type { Start } from './use-run.ts'
import { recordingOf } from './walk.ts'

export interface Begun {
  readonly start: Start
  /** Seconds into the recording it starts at. */
  readonly position: number
  /** Its first button gets the focus. */
  readonly takesFocus: boolean
}

export interface Listening {
  readonly heard: CurrentRow | null
  readonly isPlaying: boolean
  /** Starts at a row; pauses and resumes if its recording is current. */
  readonly play: (index: number, call: ListedCallRead) => void
  readonly button: ReactNode
  readonly bar: ReactNode
}

export const useListening = (journal: Journal, oid: string | null): Listening => {
  const { scope } = useSignedIn()
  const queryClient = useQueryClient()
  const entry = useEntryKey()
  const query = listenedQuery(scope, oid, journal.filters)
  const listKey = hashKey(query.queryKey)
  const [run, setRun] = useState<(Begun & { listKey: string }) | null>(null)
  const [heard, setHeard] = useState<CurrentRow | null>(null)
  const [isPlaying, setIsPlaying] = useState(false)
  const section = useRef<HTMLElement>(null)
  const toggle = useRef<(() => void) | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const code = useOnIntent(() => import('./listen-bar.tsx').then(({ ListenBar }) => ListenBar))

  const end = () => {
    setRun(null)
    setHeard(null)
    setIsPlaying(false)
  }
  if (run && run.listKey !== listKey) end()

  const begin = () => {
    const left = queryClient.getQueryData(query.queryKey)?.left ?? null
    const current = recallRow(entry)
    // A user who moved to another row wants to start there.
    const isLeft = left !== null && (current === null || current.index === left.index)
    setRun({
      listKey,
      takesFocus: true,
      start: isLeft ? left : { index: current?.index ?? 0, key: null },
      position: isLeft ? left.position : 0,
    })
  }
  const playFrom = (index: number, call: ListedCallRead) => {
    if (run && heard?.id === call.id && heard.index === index) return toggle.current?.()
    const key = recordingOf(call, index, oid)?.key
    if (key === undefined) return
    code.load()
    const left = queryClient.getQueryData(query.queryKey)?.left ?? null
    setRun({
      listKey,
      takesFocus: false,
      start: { index, key },
      position: left?.key === key ? left.position : 0,
    })
  }
  // Stable, so that rows don't re-render.
  const latest = useRef(playFrom)
  useEffect(() => {
    latest.current = playFrom
  })
  const play = useCallback((index: number, call: ListedCallRead) => latest.current(index, call), [])
  const close = () => {
    // Focus inside the closing bar must be moved.
    const goes = section.current?.contains(document.activeElement) !== false
    end()
    if (goes || document.activeElement === document.body) button.current?.focus()
  }
  const bar = run && (
    <section
      ref={section}
      aria-label={m.listen_through()}
      className="@container border-t border-line-strong bg-rail px-4 py-1.5"
    >
      {code.code ? (
        <code.code
          key={`${listKey} ${run.start.index} ${run.start.key}`}
          scope={scope}
          journal={journal}
          oid={oid}
          begun={run}
          onHeard={setHeard}
          onPlaying={setIsPlaying}
          toggle={toggle}
          onClose={close}
        />
      ) : (
        code.error !== null && <LoadError error={code.error} level={3} onRetry={code.load} className="" />
      )}
    </section>
  )
  return {
    heard,
    isPlaying,
    play,
    button: <ListenButton ref={button} isOpen={run !== null} code={code} onPress={run ? close : begin} />,
    bar,
  }
}

const ListenButton = ({
  ref,
  isOpen,
  code,
  onPress,
}: {
  ref: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  code: Pick<ReturnType<typeof useOnIntent>, 'handlers' | 'load'>
  onPress: () => void
}) => (
  <IconButton
    {...code.handlers}
    ref={ref}
    data-tool="listen"
    icon="play"
    label={m.listen_through()}
    aria-expanded={isOpen}
    onClick={() => {
      code.load()
      onPress()
    }}
  />
)
