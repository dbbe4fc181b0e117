import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo, useState, type ReactNode, type ComponentProps, type ReactElement } from 'react'
import { callQuery, callerContactsQuery } from '#/api/calls.ts'
import type { Scope } from '#/api/client.ts'
import { isApiError } from '#/api/error.ts'
import type { CallAnswerRead } from '#/contract/call.ts'
import { ClientGate } from '#/domain/client/client-gate.tsx'
import { ClientTitle } from '#/domain/client/client-title.tsx'
import { useHiddenFields } from '#/domain/client/hidden-fields.ts'
import { StaleNotice } from '#/domain/notice/stale-notice.tsx'
import { TextMarkers, useTextMarker } from '#/domain/cells/text-markers.tsx'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { PartBoundary } from '#/domain/notice/part-boundary.tsx'
import { PageBar } from '#/domain/page-bar.tsx'
import { PendingNotice } from '#/domain/notice/pending-notice.tsx'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { buttonClass } from '#/ui/control/button.tsx'
import { StateMessage } from '#/ui/state/state-message.tsx'
import { CallBar, CallHead } from './call-head.tsx'
import { CallSkeleton, Columns } from './columns.tsx'
import { mayHaveText, type Contact } from './contact.ts'
import { DealPane } from './deal/deal-pane.tsx'
import { AttributionPane } from './facts/attribution-pane.tsx'
import { CallPane } from '#/features/call/facts/call-pane.tsx'
import { BackLink, useSearchedText } from './journal-link.tsx'
import { RecordingPane } from './recording-pane.tsx'
import { readCustomData, type DataField } from './text/custom-data.ts'
import { useCallRow } from './use-call-row.ts'
import { currentTime } from '#/api/transport/server-facts.ts'
import { Section } from '#/ui/data/section.tsx'
import { SkeletonLines } from '#/ui/state/skeleton.tsx'
import { useIdleCode } from '#/ui/use-idle-code.ts'
import { whenPainted } from '#/ui/when-painted.ts'
import { storyFilters } from './caller/story-filters.ts'
import { DateValue, FirstOf, TextValue, EmailValue } from '#/domain/cells/values.tsx'
import { formatNumber } from '#/i18n/format.ts'
import { Absent } from '#/ui/data/absent.tsx'
import { LinkedText } from './comments/linked-text.tsx'
import { callStatusName } from '#/contract/codes.ts'
import { fieldName } from '#/domain/contact-list/field-labels.ts'
import { ConversationPane } from './text/conversation-pane.tsx'
import { TextPane } from './text/listed-text.tsx'
import type { Json } from '#/contract/embedded-json.ts'
import { Fact, FactList } from '#/ui/data/fact-list.tsx'
import { JsonValue } from '#/domain/cells/json-value.tsx'

const fetchAnnotations = () => import('./annotations/annotations-pane.tsx')

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
      {/* Stacked combining marks can't be wrapped: clipped at the page's edge. */}
      <div className="@container overflow-x-clip px-6 pb-8 phone:px-4 phone:pb-6 print:p-0 print:[print-color-adjust:exact] print:[&_button]:hidden print:[&_section]:break-inside-avoid">
        {/* Stays mounted while moving between contacts, to keep focus. */}
        <CallBar oid={oid} callId={callId} isLoaded={query.data !== undefined && !isGone} />
        {isGone ? (
          <Gone oid={oid} />
        ) : query.data ? (
          // Keyed: no state of another contact remains.
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

const COMMENTS_SHOWN = 50

const CommentsPane = ({ contact: { call, hidden } }: { contact: Contact }) => {
  const { comments } = call
  if (comments.length === 0 || hidden.has('comments')) return null
  return (
    <Section title={m.call_comments()} note={formatNumber(comments.length)}>
      <FirstOf items={comments} limit={COMMENTS_SHOWN}>
        {(shown) => (
          <ul className="grid gap-3 pt-1 text-13 phone:text-14">
            {shown.map(({ comment, name, email, created_at }, index) => (
              <li key={index}>
                <p className="flex flex-wrap items-baseline gap-x-2">
                  <bdi title={(name && email) || undefined} className="font-strong wrap-anywhere">
                    {(name || email || null)?.slice(0, 200) ?? <Absent reason={m.call_no_comment_author()} />}
                  </bdi>
                  <span className="text-12 text-text-3 tabular-nums">
                    <DateValue date={created_at} />
                  </span>
                </p>
                <p>{comment?.trim() ? <LinkedText text={comment} /> : <TextValue value={null} />}</p>
              </li>
            ))}
          </ul>
        )}
      </FirstOf>
    </Section>
  )
}

const FIELD_LABEL: ReadonlyMap<string, () => string> = new Map([
  ['name', m.call_field_name],
  ['email', m.call_field_email],
  ['country', m.call_field_country],
  ['region', m.call_field_region],
  ['city', m.call_field_city],
  ['source', m.col_source],
])
const FIELDS_SHOWN = 30

/**
 * Values of `custom_data`, with the service's names unless we have labels.
 * @param other data of another shape
 */
const FieldsPane = ({
  title,
  fields,
  other,
}: {
  title: string
  fields: readonly DataField[]
  other: Json
}) => (
  <Section title={title}>
    <FirstOf items={fields} limit={FIELDS_SHOWN}>
      {(shown) => (
        <FactList>
          {shown.map(({ name, value }) => (
            <Fact key={name} label={FIELD_LABEL.get(name)?.() ?? name.slice(0, 80)}>
              {name === 'email' && typeof value === 'string' ? (
                <EmailValue value={value} />
              ) : (
                <JsonValue value={value} />
              )}
            </Fact>
          ))}
          {other !== null && (
            <Fact label={m.call_field_text()}>
              <JsonValue value={other} />
            </Fact>
          )}
        </FactList>
      )}
    </FirstOf>
  </Section>
)

/** Panes for texts that exist, or may exist until the row loads. */
const textPanes = (contact: Contact): readonly ReactElement[] => {
  const { call, customData, hidden } = contact
  const { visitor, fields, conversation, other } = customData
  const panes: ReactElement[] = []
  const hasTalk = conversation.length > 0 || mayHaveText(contact, 'messages')
  if (hasTalk) panes.push(<ConversationPane key="conversation" contact={contact} />)
  for (const field of ['sms_message', 'email_text', 'widget_text'] as const)
    if (mayHaveText(contact, field))
      panes.push(<TextPane key={field} contact={contact} field={field} title={fieldName(field)} />)
  if (hidden.has('custom_data')) return panes

  // Other chat fields are about the visitor, those of a form are its questions.
  const status = callStatusName(call.status)
  const isChat = status === 'chat' || status === 'second_chat' || conversation.length > 0
  // The conversation's id is in its title.
  const rest = fields.filter(({ name }) => name !== 'conversation_id' || !hasTalk)
  const about = isChat
    ? { visitor: [...visitor, ...rest], form: [], ofVisitor: other, ofForm: null }
    : { visitor, form: rest, ofVisitor: null, ofForm: other }
  if (about.visitor.length > 0 || about.ofVisitor !== null)
    panes.push(
      <FieldsPane key="visitor" title={m.call_visitor()} fields={about.visitor} other={about.ofVisitor} />,
    )
  if (about.form.length > 0 || about.ofForm !== null)
    panes.push(<FieldsPane key="form" title={m.call_form()} fields={about.form} other={about.ofForm} />)
  return panes
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
  const annotations = useIdleCode(fetchAnnotations, whenPainted)
  const marker = useTextMarker(useSearchedText())
  const texts = textPanes(contact).map((pane) => (
    <PartBoundary key={pane.key}>
      <TextMarkers marker={marker}>{pane}</TextMarkers>
    </PartBoundary>
  ))
  return (
    <>
      {/* Never the caller: titles are in the browser's history and on shared screens. */}
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
              <TextMarkers marker={marker}>
                <CommentsPane contact={contact} />
              </TextMarkers>,
            )}
            {annotations && inPart(<annotations.AnnotationsPane contact={contact} />)}
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
      actions={<BackLink oid={oid} className={buttonClass()} />}
    >
      {m.call_gone_text()}
    </StateMessage>
  </>
)

const fetchStory = () => import('./caller/caller-story.tsx')

const CallerPane = ({ contact, scope }: { contact: Contact; scope: Scope }) => {
  // Fixed, so that days don't change over midnight.
  const [now] = useState(() => currentTime())
  const filters = useMemo(() => storyFilters(contact.call, now), [contact.call, now])
  if (contact.hidden.has('phone_number_from')) return null
  return filters === null ? (
    <Section title={m.call_this_caller()}>
      <p className="text-13 text-text-2">{m.call_caller_unnumbered()}</p>
    </Section>
  ) : (
    <Story contact={contact} scope={scope} filters={filters} now={now} />
  )
}

const Story = (props: ComponentProps<Awaited<ReturnType<typeof fetchStory>>['CallerStory']>) => {
  const code = useIdleCode(fetchStory)
  useQuery(callerContactsQuery(props.scope, props.contact.oid, props.filters))
  return code ? (
    <code.CallerStory {...props} />
  ) : (
    <Section title={m.call_this_caller()}>
      <SkeletonLines lines={3} label={m.loading()} />
    </Section>
  )
}
