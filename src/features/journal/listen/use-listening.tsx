import { useEntryKey } from '#/domain/contact-list/use-entry-key.ts'
import { hashKey, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type ReactNode, type RefObject } from 'react'
import type { Journal } from '#/features/journal/use-journal.ts'
import { recallRow, type CurrentRow } from '#/domain/contact-list/row-memory.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { useOnIntent } from '#/ui/use-on-intent.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { IconButton } from '#/ui/control/button.tsx'
import { listenedQuery } from './listened.ts'
import type { Start } from './use-run.ts'

/** A run that has been begun, and where it goes on. */
export interface Begun {
  readonly start: Start
  /** Seconds into the recording it starts at. */
  readonly position: number
}

export interface Listening {
  /** The contact that is heard; null while the run is closed. */
  readonly heard: CurrentRow | null
  readonly button: ReactNode
  readonly bar: ReactNode
}

/** "Listen through": the button, and the bar that plays the list's recordings one after another. */
export const useListening = (journal: Journal, oid: string | null): Listening => {
  const { scope } = useSignedIn()
  const queryClient = useQueryClient()
  const entry = useEntryKey()
  const query = listenedQuery(scope, oid, journal.filters)
  const listKey = hashKey(query.queryKey)
  const [run, setRun] = useState<(Begun & { listKey: string }) | null>(null)
  const [heard, setHeard] = useState<CurrentRow | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const code = useOnIntent(() => import('./listen-bar.tsx').then(({ ListenBar }) => ListenBar))

  const end = () => {
    setRun(null)
    setHeard(null)
  }
  // Other filters make another list.
  if (run && run.listKey !== listKey) end()

  const begin = () => {
    const left = queryClient.getQueryData(query.queryKey)?.left ?? null
    const current = recallRow(entry)
    // A user who has gone to another row since wants to begin there.
    const isLeft = left !== null && (current === null || current.index === left.index)
    setRun({
      listKey,
      start: isLeft ? left : { index: current?.index ?? 0, key: null },
      position: isLeft ? left.position : 0,
    })
  }
  const close = () => {
    end()
    button.current?.focus()
  }
  const bar = run && (
    <section
      aria-label={m.listen_through()}
      className="@container border-t border-line-strong bg-rail px-4 py-1.5"
    >
      {code.code ? (
        <code.code
          key={listKey}
          scope={scope}
          journal={journal}
          oid={oid}
          begun={run}
          onHeard={setHeard}
          onClose={close}
        />
      ) : (
        code.error !== null && <LoadError error={code.error} level={3} onRetry={code.load} className="" />
      )}
    </section>
  )
  return {
    heard,
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
    icon="play"
    label={m.listen_through()}
    aria-expanded={isOpen}
    onClick={() => {
      code.load()
      onPress()
    }}
  />
)
