import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { beginExport } from '#/api/administration/exports.ts'
import { isApiError } from '#/api/error.ts'
import type { EndpointName } from '#/contract/endpoints.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { useMay, useSignedIn } from '#/domain/session/use-signed-in.ts'
import { copyText } from '#/domain/copy.ts'
import { saveFile } from '#/domain/files/save-file.ts'
import { clockTime, formatBytes, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button, IconButton } from '#/ui/control/button.tsx'
import { StatusMark } from '#/ui/data/status.tsx'
import { Icon } from '#/ui/icon.tsx'
import { showToast } from '#/ui/overlay/toast.tsx'
import { StateMessage } from '#/ui/state/state-message.tsx'
import { endpointNamed } from './endpoint-labels.ts'
import { curlOf } from './form/curl.ts'
import { giveText } from './give.ts'
import { JsonView } from './json/json-view.tsx'
import type { HistoryEntry, Shown } from './memory.ts'

const LONG_MS = 5_000
const NO_DIFFERENCES = new Map()

export const Response = ({
  entry,
  isPending,
  place,
  onCancel,
  onAgain,
}: {
  /** Null: nothing sent. */
  entry: HistoryEntry | null
  isPending: boolean
  place: { readonly path: string } | null
  onCancel: () => void
  onAgain: () => void
}) => (
  <section
    aria-labelledby="console-response"
    aria-busy={isPending}
    className="flex min-h-0 min-w-0 flex-1 flex-col print:block"
  >
    <header className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2">
      <h2 id="console-response" className="text-14">
        {m.console_response()}
      </h2>
      {isPending ? (
        <Waiting onCancel={onCancel} />
      ) : (
        entry?.shown && <Facts name={entry.endpoint} shown={entry.shown} />
      )}
    </header>
    {!isPending && <Contents entry={entry} place={place} onAgain={onAgain} />}
  </section>
)

const Waiting = ({ onCancel }: { onCancel: () => void }) => {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <span role="status" className="flex animate-appear items-center gap-2 text-13 text-text-2">
        <Icon name="spinner" className="animate-turn" />
        {isLong ? m.console_waiting_long() : m.console_waiting()}
      </span>
      <Button className="ml-auto" onClick={onCancel}>
        {m.cancel()}
      </Button>
    </>
  )
}

const Facts = ({ name, shown: { answer, request } }: { name: EndpointName; shown: Shown }) => {
  const { scope } = useSignedIn()
  const isGood = answer.status < 400
  const endpoint = endpointNamed(name)
  return (
    <>
      <p role="status" className="flex flex-wrap items-center gap-x-4 text-13 text-text-2 tabular-nums">
        <StatusMark tone={isGood ? 'answered' : 'missed'} icon={isGood ? 'check' : 'alert'}>
          {String(answer.status)}
        </StatusMark>
        <span>{m.console_milliseconds({ count: formatNumber(Math.round(answer.ms)) })}</span>
        <span>{formatBytes(answer.bytes)}</span>
        <span className="text-text-3">{m.console_at({ time: clockTime(answer.at) })}</span>
      </p>
      <Button
        variant="ghost"
        icon="copy"
        className="ml-auto phone:ml-0"
        onClick={() => void giveText(curlOf(endpoint, request, scope), `${name}.sh`, m.console_curl_copied())}
      >
        {m.console_copy_curl()}
      </Button>
    </>
  )
}

const Contents = ({
  entry,
  place,
  onAgain,
}: {
  entry: HistoryEntry | null
  place: { readonly path: string } | null
  onAgain: () => void
}) => {
  if (entry === null)
    return (
      <StateMessage icon="console" title={m.console_nothing_sent()} className="px-4">
        {m.console_nothing_sent_text()}
      </StateMessage>
    )
  const { outcome, shown } = entry
  if (outcome.is === 'failed')
    return isApiError(outcome.error, 'aborted') ? (
      <StateMessage icon="info" title={m.console_failed()} className="px-4">
        {errorText(outcome.error)}
      </StateMessage>
    ) : (
      <LoadError error={outcome.error} title={m.console_failed()} level={3} onRetry={onAgain} />
    )
  if (shown === null) return <p className="p-4 text-13 text-text-2">{m.console_not_kept()}</p>
  const { answer, checked } = shown
  return (
    <>
      <Headers headers={answer.headers} />
      {answer.text === '' ? (
        <StateMessage icon="info" title={m.console_empty_answer()} className="px-4">
          {entry.endpoint === 'plan' ? m.console_no_plan() : undefined}
        </StateMessage>
      ) : answer.json === undefined ? (
        <pre className="min-h-0 overflow-auto p-4 font-mono text-12 whitespace-pre-wrap wrap-anywhere">
          {answer.text.slice(0, 20_000).toWellFormed()}
        </pre>
      ) : (
        <JsonView
          // Keyed: expansion belongs to one answer.
          key={entry.id}
          value={answer.json}
          differenceMap={checked?.differenceMap ?? NO_DIFFERENCES}
          place={place}
          tools={<Taking entry={entry} shown={shown} />}
        />
      )}
    </>
  )
}

const Headers = ({ headers }: Pick<Shown['answer'], 'headers'>) => (
  <details className="border-b border-line px-4 text-12">
    <summary className="flex h-8 w-fit cursor-default items-center gap-1 rounded-1 text-text-2 touch:h-10">
      {m.console_headers()}
    </summary>
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5 pb-2 font-mono">
      {headers.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-text-3">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  </details>
)

/** Copy or download. Contacts need the export right, and downloads are audited. */
const Taking = ({ entry, shown: { answer } }: { entry: HistoryEntry; shown: Shown }) => {
  const { scope } = useSignedIn()
  const mayExport = useMay('export')
  const endpoint = endpointNamed(entry.endpoint)
  const isOfContacts = endpoint.section === 'calls'
  const text = () => JSON.stringify(answer.json, null, 2)
  const { mutate: download } = useMutation({
    mutationFn: async () => {
      if (isOfContacts)
        await beginExport(scope, { what: 'contacts', format: 'json', rows: countOf(answer.json) })
      saveFile(new Blob([text()], { type: 'application/json' }), `${entry.endpoint}.json`)
    },
    onError: (error) => showToast({ tone: 'failed', text: errorText(error) }),
  })
  const copy = async () => {
    if (!(await copyText(text()))) download()
  }
  if (isOfContacts && !mayExport) return null
  return (
    <>
      <IconButton icon="copy" label={m.console_copy_json()} onClick={() => void copy()} />
      <IconButton icon="download" label={m.console_download()} onClick={() => download()} />
    </>
  )
}

const countOf = (json: unknown): number => {
  const calls: unknown = Object(json)['calls']
  return Array.isArray(calls) ? calls.length : 1
}
