import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { callQuery } from '#/api/calls.ts'
import type { Scope } from '#/api/client.ts'
import { isApiError } from '#/api/error.ts'
import type { CallAnswerRead } from '#/contract/call.ts'
import { ClientGate } from '#/features/agency/client-gate.tsx'
import { useHiddenFields } from '#/features/agency/hidden-fields.ts'
import { StaleNotice } from '#/features/shell/state/stale-notice.tsx'
import { LoadError } from '#/features/shell/state/load-error.tsx'
import { PageBar } from '#/features/shell/page-bar.tsx'
import { PendingNotice } from '#/features/shell/state/pending-notice.tsx'
import { useSignedIn } from '#/features/shell/session/use-signed-in.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { buttonClass } from '#/ui/control/button.tsx'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import { StateMessage } from '#/ui/state/state-message.tsx'
import { AttributionPane } from './attribution-pane.tsx'
import { Back, CallHead } from './call-head.tsx'
import { callerName, type Contact } from './contact.ts'
import { readCustomData } from './custom-data.ts'
import { DealPane } from './deal-pane.tsx'
import { CallPane, CommentsPane } from './fact-panes.tsx'
import { BackLink } from './journal-link.tsx'
import { RecordingPane } from './recording-pane.tsx'
import { textPanes } from './text-panes.tsx'
import { useCallRow } from './use-call-row.ts'

/** One contact: who it was, where it came from, what was said, what became of it. */
export const CallPage = () => (
  <ClientGate head={<PageBar title={m.call_facts()} />}>
    <LoadedCall />
  </ClientGate>
)

const LoadedCall = () => {
  const { scope } = useSignedIn()
  const { oid, callId } = useParams({ from: '/_app/objects/$oid/calls/$callId' })
  const query = useQuery(callQuery(scope, oid, callId))
  if (isApiError(query.error, 'not-found')) return <Gone oid={oid} />
  if (query.data)
    return (
      <>
        <StaleNotice query={query} />
        {/* Another contact is another page: what was opened or had failed in the one before does not stay. */}
        <CallView key={`${oid} ${callId}`} scope={scope} oid={oid} answer={query.data} />
      </>
    )
  return (
    <Page title={m.call_facts()}>
      <div className="flex h-11 items-center pt-2 phone:pt-0">
        <Back oid={oid} />
      </div>
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
    </Page>
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
    call,
    row: useCallRow(scope, oid, call),
    customData: readCustomData(hidden.has('custom_data') ? null : call.custom_data),
    hidden,
  }
  const texts = textPanes(contact)
  return (
    <Page title={callerName(call, hidden)}>
      <CallHead contact={contact} />
      <Columns
        recording={<RecordingPane contact={contact} scope={scope} />}
        first={<AttributionPane contact={contact} />}
        second={<CallPane contact={contact} />}
        texts={texts}
        side={
          <>
            <DealPane contact={contact} />
            <CommentsPane contact={contact} />
          </>
        }
      />
    </Page>
  )
}

const Page = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="@container px-6 pb-8 phone:px-4 phone:pb-6">
    <title>{`${title} · Callboard`}</title>
    {children}
  </div>
)

/** Parts below each other with hairlines between them. */
const STACK = '*:border-line *:not-first:border-t'

/**
 * The main column with 356 px beside it, hairlines between, and one column where there is no room. What was said stands
 * beside the facts; a contact without words has its facts side by side instead of an empty column.
 */
const Columns = ({
  recording,
  first,
  second,
  texts,
  side,
}: {
  recording: ReactNode
  first: ReactNode
  second: ReactNode
  texts: readonly ReactNode[]
  side: ReactNode
}) => (
  <div className="@min-[880px]:grid @min-[880px]:grid-cols-[minmax(0,1fr)_356px]">
    <div className={`${STACK} @container @min-[880px]:border-r @min-[880px]:border-line @min-[880px]:pr-6`}>
      {recording}
      <div className="@min-[560px]:grid @min-[560px]:grid-cols-[minmax(0,1fr)_minmax(0,1.08fr)] @min-[560px]:gap-6">
        <div className={STACK}>
          {first}
          {texts.length > 0 && second}
        </div>
        <div className={`${STACK} border-t border-line @min-[560px]:border-t-0`}>
          {texts.length > 0 ? texts : second}
        </div>
      </div>
    </div>
    <div className={`${STACK} border-t border-line @min-[880px]:border-t-0 @min-[880px]:pl-6`}>{side}</div>
  </div>
)

const CallSkeleton = () => (
  <>
    <output className="block border-b border-line pt-1 pb-6">
      <span className="sr-only">{m.loading()}</span>
      <span className="block max-w-120">
        <Skeleton width="md" className="h-6" />
        <Skeleton className="mt-3" />
      </span>
    </output>
    <Columns
      recording={
        <div className="max-w-140 pt-6 pb-6">
          <Skeleton width="xs" />
          <Skeleton className="mt-3 h-10" />
        </div>
      }
      first={<PaneSkeleton rows={4} />}
      second={<PaneSkeleton rows={6} />}
      texts={[]}
      side={<PaneSkeleton rows={6} />}
    />
  </>
)

/** A heading and its facts on their way. */
const PaneSkeleton = ({ rows }: { rows: number }) => (
  <div className="pt-6 pb-6">
    <Skeleton width="xs" className="mb-5" />
    <div className="grid grid-cols-[112px_minmax(0,1fr)] gap-x-2 gap-y-4">
      {Array.from({ length: rows }, (_, row) => (
        <Fragment key={row}>
          <Skeleton width={row % 2 === 0 ? 'md' : 'lg'} />
          <Skeleton width={row % 3 === 0 ? 'sm' : 'md'} />
        </Fragment>
      ))}
    </div>
  </div>
)

const Gone = ({ oid }: { oid: string }) => (
  <Page title={m.call_gone_title()}>
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
  </Page>
)
