import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { ConsoleRequest } from '#/api/console/send-request.ts'
import { useCurrentClient } from '#/domain/client/current-client.ts'
import { DroppedNote } from '#/domain/notice/dropped-note.tsx'
import { PageBar } from '#/domain/page-bar.tsx'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { tabClass, Tabs } from '#/ui/control/tabs.tsx'
import { ContractCheck } from './check/contract-check.tsx'
import { useDrift } from '#/domain/use-drift.ts'
import { ContractDrift } from './check/drift.tsx'
import {
  DEFAULT_ENDPOINT,
  endpointNamed,
  ENDPOINT_NAMES,
  isOfClient,
  isWrite,
  writeLabel,
} from './endpoint-labels.ts'
import { readForm } from './form/fields.ts'
import { RequestForm } from './form/request-form.tsx'
import { History } from './history.tsx'
import { useConsoleMemory, type HistoryEntry } from './memory.ts'
import { Response } from './response.tsx'
import type { ConsoleSearch } from './search.ts'
import { useSend, withoutPasswords } from './use-send.ts'
import { pathOf } from '#/contract/endpoint.ts'
import type { EndpointName } from '#/contract/endpoints.ts'
import { Button } from '#/ui/control/button.tsx'
import { Dialog } from '#/ui/overlay/dialog.tsx'

/** Of the parameters in the address. */
const NAMES = {
  endpoint: m.console_endpoint,
  view: m.console_drift,
} as const satisfies Record<keyof ConsoleSearch, () => string>

export const ConsolePage = () => {
  const { endpoint, view } = useSearch({ from: '/_app/console' })
  const drift = useDrift()
  const shown = endpoint === undefined ? {} : { endpoint }
  const isDrift = view === 'drift'
  return (
    <div className="flex flex-col min-[1180px]:h-[calc(100dvh-var(--spacing-bar))] print:block min-[1180px]:print:h-auto">
      <PageBar title={m.console_title()}>
        <Tabs aria-label={m.console_title()} className="self-end">
          <Link to="/console" search={shown} activeOptions={{ exact: true }} className={tabClass}>
            {m.console_requests()}
          </Link>
          <Link
            to="/console"
            search={{ ...shown, view: 'drift' }}
            activeOptions={{ exact: true }}
            className={tabClass}
          >
            {m.console_drift()}
            {drift.rows.length > 0 && <span className="text-warning">{formatNumber(drift.rows.length)}</span>}
          </Link>
        </Tabs>
      </PageBar>
      <DroppedNote names={NAMES} />
      {isDrift ? <ContractDrift {...drift} /> : <Requests />}
    </div>
  )
}

const Requests = () => {
  const { scope } = useSignedIn()
  // Keyed by client.
  return <RequestsOf key={`${scope.principal} ${scope.client}`} />
}

const showBelow = (response: HTMLElement | null) => {
  if (matchMedia('(width < 1180px)').matches) response?.scrollIntoView({ block: 'start' })
}

const RequestsOf = () => {
  const { scope } = useSignedIn()
  const navigate = useNavigate()
  const isReadOnly = useCurrentClient()?.statistics_only === true
  const search = useSearch({ from: '/_app/console' })
  // Unaffected by statistics-only accounts (G12).
  const names = ENDPOINT_NAMES.filter(
    (one) => !(isReadOnly && isOfClient(endpointNamed(one)) && isWrite(endpointNamed(one))),
  )
  const name = names.find((one) => one === search.endpoint) ?? DEFAULT_ENDPOINT
  const { memory, setDraft, add, reopen } = useConsoleMemory(scope)
  const draft = memory.drafts[name] ?? {}
  const entry = memory.history.find(({ id }) => id === memory.current) ?? null
  const { isPending, send, cancel } = useSend(scope, add)
  const [pendingRequest, setPendingRequest] = useState<ConsoleRequest | null>(null)
  const [place, setPlace] = useState<{ readonly path: string } | null>(null)

  const choose = (endpoint: typeof name) =>
    void navigate({
      to: '/console',
      search: endpoint === DEFAULT_ENDPOINT ? {} : { endpoint },
      replace: true,
    })
  const response = useRef<HTMLDivElement>(null)
  // Scrolls after the layout.
  useEffect(() => {
    if (isPending) showBelow(response.current)
  }, [isPending])
  const go = (request: ConsoleRequest) => {
    setPendingRequest(null)
    setPlace(null)
    send(name, draft, request)
    setDraft(name, withoutPasswords(draft))
  }
  const ask = (request: ConsoleRequest) =>
    isWrite(endpointNamed(name)) ? setPendingRequest(request) : go(request)
  const open = (one: HistoryEntry) => {
    setPlace(null)
    reopen(one)
    if (one.endpoint !== name) choose(one.endpoint)
    showBelow(response.current)
  }
  const again = () => {
    const { request } = readForm(endpointNamed(name), draft)
    if (request) ask(request)
  }
  return (
    <div
      style={{ gridTemplateRows: 'minmax(0,1fr)' }}
      // Block layout on paper: grid items don't break across sheets.
      className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] print:block min-[1180px]:grid-cols-[204px_316px_minmax(0,1fr)]"
    >
      <div className="min-h-0 min-w-0 overflow-y-auto border-line min-[1180px]:border-r">
        <RequestForm
          names={names}
          name={name}
          draft={draft}
          pending={isPending}
          onEndpoint={choose}
          onDraft={(next) => setDraft(name, next)}
          onSend={ask}
        />
      </div>
      <div
        ref={response}
        // Keeps short answers from shifting the page.
        style={isPending || entry ? { minHeight: '80dvh' } : undefined}
        className="flex min-h-0 min-w-0 scroll-mt-bar flex-col border-t border-line min-[1180px]:border-t-0 print:block"
      >
        <Response entry={entry} isPending={isPending} place={place} onCancel={cancel} onAgain={again} />
        <ContractCheck
          name={entry?.endpoint ?? name}
          shown={isPending ? null : (entry?.shown ?? null)}
          onShow={(path) => setPlace({ path })}
        />
      </div>
      <div className="min-h-0 min-w-0 border-t border-line min-[1180px]:order-first min-[1180px]:grid min-[1180px]:border-t-0 min-[1180px]:border-r">
        <History entries={memory.history} current={memory.current} onOpen={open} />
      </div>
      <AskFirst
        name={name}
        request={pendingRequest}
        onSend={() => pendingRequest && go(pendingRequest)}
        onClose={() => setPendingRequest(null)}
      />
    </div>
  )
}

const AskFirst = ({
  name,
  request,
  onSend,
  onClose,
}: {
  name: EndpointName
  /** Null: closed. */
  request: ConsoleRequest | null
  onSend: () => void
  onClose: () => void
}) => {
  const { session } = useSignedIn()
  const endpoint = endpointNamed(name)
  return (
    <Dialog
      open={request !== null}
      title={m.console_write_title()}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{m.cancel()}</Button>
          <Button variant="primary" onClick={onSend}>
            {m.console_write_send()}
          </Button>
        </>
      }
    >
      {request && (
        <div className="grid gap-3 text-14">
          <p className="wrap-anywhere">{writeLabel(name, request)}</p>
          <pre className="max-h-60 overflow-auto rounded-2 bg-rail p-2 font-mono text-12 whitespace-pre-wrap text-text wrap-anywhere">
            {`${endpoint.method} ${pathOf(endpoint, request.values)}\n${JSON.stringify(request.body, null, 2)}`}
          </pre>
          {session.sample === null && <p>{m.console_write_real()}</p>}
        </div>
      )}
    </Dialog>
  )
}
