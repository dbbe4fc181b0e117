import { callStatusName } from '#/contract/codes.ts'
import { customStatus } from '#/contract/object.ts'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Absent } from '#/ui/data/absent.tsx'
import { LinkButton } from '#/ui/control/button.tsx'
import { Clamp } from '#/ui/data/clamp.tsx'
import { Fact, FactList, valueLinkClass } from '#/ui/data/fact-list.tsx'
import { Section } from '#/ui/data/section.tsx'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import type { Contact } from './contact.ts'
import type { DataField } from './custom-data.ts'
import { ObjectLink } from './journal-link.tsx'
import type { CallRow } from './use-call-row.ts'
import { Copied, DateValue, EmailValue, FirstOf, TextValue } from './values.tsx'

/** Which object and who answered. */
export const CallPane = ({ contact: { oid, objectTitle, call, row, hidden } }: { contact: Contact }) => (
  <Section title={m.call_facts()}>
    <FactList>
      {!hidden.has('obj_oid') && (
        <Fact label={m.call_object()}>
          <ObjectLink oid={oid} className={valueLinkClass}>
            <bdi>{objectTitle ?? oid}</bdi>
          </ObjectLink>
        </Fact>
      )}
      {!hidden.has('service_name') && (
        <Fact label={m.call_service()}>
          <TextValue value={call.service_name} />
        </Fact>
      )}
      {!hidden.has('dialstatus') && callStatusName(call.status) === undefined && call.dialstatus && (
        // The only words there are for a status that is not documented (G8).
        <Fact label={m.call_dial_status()}>
          <TextValue value={call.dialstatus} />
        </Fact>
      )}
      {!hidden.has('region') && (
        <Fact label={m.call_region()}>
          <TextValue value={call.region} absent={m.call_no_region()} />
        </Fact>
      )}
      {!hidden.has('managers') && <Managers row={row} />}
      {!hidden.has('custom_status') && (
        <Fact label={m.call_custom_status()}>
          <TextValue value={customStatusName(call.custom_status)} absent={m.call_no_custom_status()} />
        </Fact>
      )}
      <Fact label={m.call_id()}>
        <Copied text={String(call.id)} label={m.copy_what({ what: m.call_id() })}>
          {call.id}
        </Copied>
      </Fact>
    </FactList>
  </Section>
)

/** `custom_status` is documented as an object only; it looks like the object's own `custom_statuses`. */
const customStatusName = (raw: unknown): string | null => {
  const parsed = customStatus.lenient.safeParse(raw)
  return parsed.success ? parsed.data.name : null
}

/** Managers stand in the journal's row only (G5). */
const Managers = ({ row }: { row: CallRow }) => {
  const names = row.state === 'found' ? row.row.managers : null
  return (
    <Fact label={names?.includes(',') ? m.call_managers() : m.call_manager()}>
      {row.state === 'found' && <TextValue value={names} absent={m.call_no_manager()} />}
      {row.state === 'loading' && <Skeleton width="md" className="my-1.5" />}
      {row.state === 'missing' && <Absent reason={m.call_manager_journal_only()} />}
      {row.state === 'failed' && (
        <>
          <span className="mr-2 text-missed">{m.call_manager_failed()}</span>
          <LinkButton onClick={row.retry}>{m.retry()}</LinkButton>
        </>
      )}
    </Fact>
  )
}

const FIELD_LABEL: ReadonlyMap<string, () => string> = new Map([
  ['name', m.call_field_name],
  ['email', m.call_field_email],
  ['country', m.call_field_country],
  ['region', m.call_field_region],
  ['city', m.call_field_city],
  ['source', m.call_source],
])
const FIELDS_SHOWN = 30

/** Named values of `custom_data`: a visitor's or a form's. The service's own names where there is no word of ours. */
export const FieldsPane = ({
  title,
  fields,
  text,
}: {
  title: string
  fields: readonly DataField[]
  text: string | null
}) => (
  <Section title={title}>
    <FirstOf items={fields} limit={FIELDS_SHOWN}>
      {(shown) => (
        <FactList>
          {shown.map(({ name, value }, index) => (
            <Fact key={index} label={FIELD_LABEL.get(name)?.() ?? name.slice(0, 80)}>
              {name === 'email' ? <EmailValue value={value} /> : <TextValue value={value} />}
            </Fact>
          ))}
          {text !== null && (
            <Fact label={m.call_field_text()}>
              <TextValue value={text} />
            </Fact>
          )}
        </FactList>
      )}
    </FirstOf>
  </Section>
)

const COMMENTS_SHOWN = 50

/** What colleagues have written about the contact. */
export const CommentsPane = ({ contact: { call, hidden } }: { contact: Contact }) => {
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
                  <bdi className="font-strong wrap-anywhere">
                    {(name || email || null)?.slice(0, 200) ?? <Absent reason={m.call_no_comment_author()} />}
                  </bdi>
                  <span className="text-12 text-text-3 tabular-nums">
                    <DateValue date={created_at} />
                  </span>
                </p>
                <p>
                  <Clamp text={comment ?? ''} showAllLabel={m.show_all()} />
                </p>
              </li>
            ))}
          </ul>
        )}
      </FirstOf>
    </Section>
  )
}
