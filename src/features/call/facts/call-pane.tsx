import { CALL_TYPE } from '#/contract/codes.ts'
import { type Contact, isPhoneCall } from '#/features/call/contact.ts'
import { ObjectLink } from '#/features/call/journal-link.tsx'
import { JsonValue } from '#/domain/cells/json-value.tsx'
import type { CallRow } from '#/features/call/use-call-row.ts'
import { Copied, TextValue } from '#/domain/cells/values.tsx'
import { statusBadge } from '#/domain/cells/status-badge.ts'
import { FIELD_WORDS, fieldName } from '#/domain/contact-list/field-labels.ts'
import { RetryButton } from '#/domain/notice/retry-button.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { Absent } from '#/ui/data/absent.tsx'
import { Fact, FactList, valueLinkClass } from '#/ui/data/fact-list.tsx'
import { Section } from '#/ui/data/section.tsx'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import type { ServiceRead } from '#/api/calls.ts'
import { initials } from '#/ui/data/avatar.tsx'
import { Icon, type IconName } from '#/ui/icon.tsx'
import { FieldFact } from './field-fact.tsx'
import { parseEmbeddedJson, type Json } from '#/contract/embedded-json.ts'
import { customStatus, type CustomStatusRead } from '#/contract/object.ts'
import { isBlank } from '#/domain/cells/json-text.ts'
import { inkOf } from '#/domain/cells/colour.ts'

interface CustomStatusBadge {
  /** Null: no name, only `rest`. */
  readonly name: string | null
  readonly rest: Json
  /** Text color by theme; null: none. */
  readonly ink: string | null
}

const idOf = (raw: unknown): number | null => {
  const id = typeof raw === 'string' && /^\d+$/.test(raw) ? Number(raw) : raw
  return typeof id === 'number' ? id : null
}

/**
 * `custom_status` is a documented object without fields (API document 2.5), completed from `custom_statuses`.
 * Null: none.
 */
export const readCustomStatus = (
  raw: unknown,
  known: readonly CustomStatusRead[],
): CustomStatusBadge | null => {
  // Through text, to apply limits of embedded JSON.
  const text = JSON.stringify(raw ?? null)
  const parsed = parseEmbeddedJson(text)
  const value = parsed === undefined ? text : parsed
  if (isBlank(value)) return null
  const status = customStatus.lenient.safeParse(value)
  const own = status.success ? status.data : null
  const id = own?.id ?? idOf(value)
  const listed = id === null ? undefined : known.find((one) => one.id === id)
  const name = own?.name || listed?.name || null
  if (name?.trim()) return { name, rest: null, ink: inkOf(own?.color ?? listed?.color ?? null) }
  return typeof value === 'object'
    ? { name: null, rest: value, ink: null }
    : { name: String(value), rest: null, ink: null }
}

export const CallPane = ({ contact }: { contact: Contact }) => {
  const { oid, objectTitle, call, row, hidden } = contact
  return (
    <Section title={isPhoneCall(call) ? m.call_facts() : m.call_contact()}>
      <FactList>
        <FieldFact field="obj_oid" hidden={hidden}>
          <ObjectLink oid={oid} className={valueLinkClass}>
            <bdi>{objectTitle ?? oid}</bdi>
          </ObjectLink>
        </FieldFact>
        <FieldFact field="service_name" hidden={hidden}>
          <Service contact={contact} />
        </FieldFact>
        {hasOwnLabel(contact) && (
          <FieldFact field="dialstatus" hidden={hidden}>
            <TextValue value={call.dialstatus} />
          </FieldFact>
        )}
        {isOtherKind(call.call_type) && (
          <FieldFact field="call_type" hidden={hidden}>
            <TextValue value={call.call_type?.name ?? null} />
          </FieldFact>
        )}
        <FieldFact field="region" hidden={hidden}>
          <TextValue value={call.region} absent={FIELD_WORDS.region.absent()} />
        </FieldFact>
        {!hidden.has('managers') && <Managers row={row} />}
        <FieldFact field="custom_status" hidden={hidden}>
          <CustomStatus contact={contact} />
        </FieldFact>
        <Fact label={m.call_id()}>
          <Copied text={String(call.id)} label={m.copy_what({ what: m.call_id() })}>
            {call.id}
          </Copied>
        </Fact>
      </FactList>
    </Section>
  )
}

/** Whether the service's name differs from ours (G8). */
const hasOwnLabel = ({ call, statusName }: Contact): boolean => {
  const dialStatus = call.dialstatus?.trim().toLowerCase()
  return !!dialStatus && dialStatus !== statusBadge(call.status, statusName).word.toLowerCase()
}

/** First-time and repeat are in the header. */
const isOtherKind = (type: Contact['call']['call_type']): boolean =>
  !!type?.name && type.id !== CALL_TYPE.COMMON && type.id !== CALL_TYPE.REPEATED

const Service = ({ contact: { call, services } }: { contact: Contact }) => {
  const title = call.service_name
  if (!title?.trim()) return <TextValue value={null} />
  return (
    <span className="flex items-start gap-2">
      <ServiceMark title={title} services={services} />
      <span className="min-w-0">
        <TextValue value={title} />
      </span>
    </span>
  )
}

const CustomStatus = ({ contact: { call, customStatuses } }: { contact: Contact }) => {
  const status = readCustomStatus(call.custom_status, customStatuses)
  if (status === null) return <Absent reason={FIELD_WORDS.custom_status.absent()} />
  if (status.name === null) return <JsonValue value={status.rest} />
  if (status.ink === null) return <TextValue value={status.name} />
  return (
    <span className="flex items-start gap-2 font-strong" style={{ color: status.ink }}>
      <span aria-hidden="true" className="mt-1.5 size-2 shrink-0 rounded-full bg-current" />
      <span className="min-w-0">
        <TextValue value={status.name} />
      </span>
    </span>
  )
}

/** Only in list rows (G5). */
const Managers = ({ row }: { row: CallRow }) => {
  const names = row.state === 'found' ? row.row.managers : null
  return (
    <Fact label={names?.includes(',') ? m.call_managers() : fieldName('managers')}>
      {row.state === 'found' && <TextValue value={names} absent={FIELD_WORDS.managers.absent()} />}
      {row.state === 'loading' && <Skeleton width="md" className="my-1.5" />}
      {row.state === 'missing' && <Absent reason={m.call_manager_journal_only()} />}
      {row.state === 'failed' && (
        <>
          <span className="mr-2 text-missed">{m.call_manager_failed()}</span>
          <RetryButton onPress={row.retry} />
        </>
      )}
    </Fact>
  )
}

/** Documented services (API document 2.8); others get initials. */
const DOCUMENTED: ReadonlyMap<string | null | undefined, IconName> = new Map([
  ['c_f', 'form'],
  ['SMS', 'sms'],
  ['feedback', 'survey'],
  ['Email', 'mail'],
])

/** Our own logo: an external image would disclose who reads what. */
const ServiceMark = ({ title, services }: { title: string; services: readonly ServiceRead[] }) => {
  const icon = DOCUMENTED.get(services.find(({ service_name }) => service_name === title)?.name)
  return (
    <span
      aria-hidden="true"
      {...(!icon && { 'data-initials': initials(title) })}
      className="grid size-5 shrink-0 place-items-center rounded-1 bg-press text-11 font-semibold text-text-2 before:content-[attr(data-initials)]"
    >
      {icon && <Icon name={icon} size={12} />}
    </span>
  )
}
