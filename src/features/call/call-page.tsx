import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, type ReactNode } from 'react'
import { callQuery } from '#/api/calls.ts'
import type { Scope } from '#/api/client.ts'
import { isApiError } from '#/api/error.ts'
import type { CallAnswerRead } from '#/contract/call.ts'
import { ClientGate } from '#/domain/client/client-gate.tsx'
import { ClientTitle } from '#/domain/client/client-title.tsx'
import { useHiddenFields } from '#/domain/client/hidden-fields.ts'
import { StaleNotice } from '#/domain/notice/stale-notice.tsx'
import { TextMarks, useTextMarker } from '#/domain/cells/text-marks.tsx'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { PartBoundary } from '#/domain/notice/part-boundary.tsx'
import { PageBar } from '#/domain/page-bar.tsx'
import { PendingNotice } from '#/domain/notice/pending-notice.tsx'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { buttonClass } from '#/ui/control/button.tsx'
import { StateMessage } from '#/ui/state/state-message.tsx'
import { CallBar, CallHead } from './call-head.tsx'
import { CallerPane } from './caller/caller-pane.tsx'
import { CallSkeleton, Columns } from './columns.tsx'
import { CommentsPane } from './comments/comments-pane.tsx'
import type { Contact } from './contact.ts'
import { DealPane } from './deal/deal-pane.tsx'
import { AttributionPane } from './facts/attribution-pane.tsx'
import { CallPane } from '#/features/call/facts/call-pane.tsx'
import { BackLink, useSearchedText } from './journal-link.tsx'
import { RecordingPane } from './recording-pane.tsx'
import { readCustomData } from './text/custom-data.ts'
import { textPanes } from './text/text-panes.tsx'
import { useCallRow } from './use-call-row.ts'

/** What it is about is there before it. */
const MarksPane = lazy(() => import('./marks/marks-pane.tsx').then((code) => ({ default: code.MarksPane })))

/** One contact: who it was, where it came from, what was said, what became of it. */
export const CallPage = () => (
  <ClientGate head={<PageBar title={m.call_contact()} />}>
    <LoadedCall />
  </ClientGate>
)

const LoadedCall = () => {
  const { scope } = useSignedIn()
  const { oid, callId } = useParams({ from: '/_app/objects/$oid/calls/$callId' })
  const query = useQuery(callQuery(scope, oid, callId))
  const isGone = isApiError(query.error, 'not-found')
  return (
    <>
      {query.data && !isGone && <StaleNotice query={query} />}
      {/* Marks stacked on one letter have no place where they could be broken: they end at the page's edge. */}
      <div className="@container overflow-x-clip px-6 pb-8 phone:px-4 phone:pb-6 print:p-0 print:[print-color-adjust:exact] print:[&_button]:hidden print:[&_section]:break-inside-avoid">
        {/* It stays while the contacts below it change: a user who walks through them keeps the focus. */}
        <CallBar oid={oid} callId={callId} isLoaded={query.data !== undefined && !isGone} />
        {isGone ? (
          <Gone oid={oid} />
        ) : query.data ? (
          // Another contact gets a new state: what was opened or had failed in the one before does not stay.
          <CallView key={`${oid} ${callId}`} scope={scope} oid={oid} answer={query.data} />
        ) : (
          <>
            <ClientTitle>{m.call_contact()}</ClientTitle>
            {query.error ? (
              <LoadError
                error={query.error}
                title={m.error_title()}
                level={1}
                className=""
                onRetry={() => void query.refetch()}
              />
            ) : (
              <>
                <CallSkeleton />
                <PendingNotice query={query} queryKey={callQuery(scope, oid, callId).queryKey} />
              </>
            )}
          </>
        )}
      </div>
    </>
  )
}

const CallView = ({
  scope,
  oid,
  answer: { call, meta },
}: {
  scope: Scope
  oid: string
  answer: CallAnswerRead
}) => {
  const hidden = useHiddenFields()
  const contact: Contact = {
    oid,
    objectTitle: meta?.obj?.title || null,
    statusName: Object.entries(meta?.statuses ?? {}).find(([, code]) => code === call.status)?.[0],
    customStatuses: meta?.obj?.custom_statuses ?? [],
    services: meta?.services ?? [],
    call,
    row: useCallRow(scope, oid, call),
    customData: readCustomData(hidden.has('custom_data') ? null : call.custom_data),
    hidden,
  }
  const marker = useTextMarker(useSearchedText())
  const texts = textPanes(contact).map((pane) => (
    <PartBoundary key={pane.key}>
      <TextMarks marker={marker}>{pane}</TextMarks>
    </PartBoundary>
  ))
  return (
    <>
      {/* Never the caller: the title stands in the history of the browser and on shared screens. */}
      <ClientTitle>{m.call_contact()}</ClientTitle>
      <CallHead contact={contact} />
      <Columns
        recording={inPart(<RecordingPane contact={contact} scope={scope} />)}
        first={inPart(<AttributionPane contact={contact} />)}
        second={inPart(<CallPane contact={contact} />)}
        texts={texts}
        side={
          <>
            {inPart(<DealPane contact={contact} />)}
            {inPart(<CallerPane contact={contact} scope={scope} />)}
            {inPart(
              <TextMarks marker={marker}>
                <CommentsPane contact={contact} />
              </TextMarks>,
            )}
            {inPart(
              <Suspense>
                <MarksPane contact={contact} />
              </Suspense>,
            )}
          </>
        }
      />
    </>
  )
}

const inPart = (pane: ReactNode) => <PartBoundary>{pane}</PartBoundary>

const Gone = ({ oid }: { oid: string }) => (
  <>
    <ClientTitle>{m.call_gone_title()}</ClientTitle>
    <StateMessage
      icon="search"
      level={1}
      title={m.call_gone_title()}
      actions={
        <BackLink oid={oid} className={buttonClass()}>
          {m.call_back()}
        </BackLink>
      }
    >
      {m.call_gone_text()}
    </StateMessage>
  </>
)
