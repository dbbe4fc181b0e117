import type { CustomerStatusRead } from '#/contract/customer-status.ts'
import type { Contact } from '#/features/call/contact.ts'
import { JsonValue } from '#/domain/cells/json-value.tsx'
import { Copied, DateValue, FirstOf, TextValue } from '#/domain/cells/values.tsx'
import { formatMoney } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Absent } from '#/ui/data/absent.tsx'
import { Badge } from '#/ui/data/badge.tsx'
import { Fact, FactList } from '#/ui/data/fact-list.tsx'
import { Section } from '#/ui/data/section.tsx'
import { isJsonObject, parseEmbeddedJson, type Json } from '#/contract/embedded-json.ts'
import { isBlank, jsonText } from '#/domain/cells/json-text.ts'

interface DealPart {
  readonly name: string | null
  readonly rest: Json
}

const named = (value: Json): DealPart => {
  if (typeof value !== 'object') return { name: jsonText(value), rest: null }
  if (!isJsonObject(value) || typeof value['name'] !== 'string') return { name: null, rest: value }
  const { name, ...rest } = value
  return { name: jsonText(name), rest: isBlank(rest) ? null : rest }
}

/** Embedded JSON; unparsable text as it is (G14). */
const read = (source: string | null): Json => {
  const value = parseEmbeddedJson(source)
  const raw = value === undefined ? source : value
  return isBlank(raw) ? null : raw
}

/** `company` of a CRM record (API document 2.7); null: empty. */
export const readCompany = (source: string | null): DealPart | null => {
  const company = read(source)
  return company === null ? null : named(company)
}

/** `tags` of a CRM record (API document 2.7); other shapes are one tag. */
export const readTags = (source: string | null): readonly DealPart[] => {
  const tags = read(source)
  return (Array.isArray(tags) ? tags : [tags]).flatMap((tag) => (isBlank(tag) ? [] : named(tag)))
}

export const DealPane = ({ contact: { call, hidden } }: { contact: Contact }) => {
  if (hidden.has('customer_status')) return null
  const deal = call.customer_status
  return (
    <Section title={m.call_deal()} note={deal?.source && <bdi>{deal.source.slice(0, 80)}</bdi>}>
      {deal ? <Deal deal={deal} /> : <p className="text-13 text-text-2">{m.call_no_deal()}</p>}
    </Section>
  )
}

const Deal = ({ deal }: { deal: CustomerStatusRead }) => {
  const company = readCompany(deal.company)
  return (
    <>
      <p className="mb-2 flex flex-wrap items-baseline justify-between gap-x-3">
        {deal.price === null ? (
          <Absent reason={m.call_deal_no_price()} />
        ) : (
          <span className="text-24 font-semibold tabular-nums">{formatMoney(deal.price)}</span>
        )}
        <span className="min-w-0 text-text-2 wrap-anywhere">
          <TextValue value={deal.status} />
        </span>
      </p>
      <FactList>
        {deal.name && (
          <Fact label={m.call_deal_name()}>
            <TextValue value={deal.name} />
          </Fact>
        )}
        <Fact label={m.col_manager()}>
          <TextValue value={deal.responsible_user} absent={m.call_deal_no_manager()} />
        </Fact>
        <Fact label={m.call_deal_company()}>
          {company ? <NamedValue {...company} /> : <Absent reason={m.call_deal_no_company()} />}
        </Fact>
        <Fact label={m.call_deal_opened()}>
          <DateValue date={deal.date_create} />
        </Fact>
        <Fact label={m.call_deal_closed()}>
          {deal.date_close ? <DateValue date={deal.date_close} /> : <Absent reason={m.call_deal_open()} />}
        </Fact>
        <Fact label={m.call_deal_tags()}>
          <Tags tags={readTags(deal.tags)} />
        </Fact>
        <Fact label={m.call_deal_lead()}>
          <Id id={deal.lead_id} label={m.call_deal_lead()} absent={m.call_deal_no_lead()} />
        </Fact>
        <Fact label={m.call_deal_customer()}>
          <Id id={deal.customer_id} label={m.call_deal_customer()} absent={m.not_supplied()} />
        </Fact>
        <Fact label={m.call_deal_manager_id()}>
          <Id id={deal.responsible_user_id} label={m.call_deal_manager_id()} absent={m.not_supplied()} />
        </Fact>
        <Fact label={m.call_deal_record()}>
          <Id id={deal.id} label={m.call_deal_record()} absent={m.not_supplied()} />
        </Fact>
      </FactList>
    </>
  )
}

const Id = ({ id, label, absent }: { id: number | null; label: string; absent: string }) =>
  id === null ? (
    <Absent reason={absent} />
  ) : (
    <Copied text={String(id)} label={m.copy_what({ what: label })}>
      {id}
    </Copied>
  )

const NamedValue = ({ name, rest }: DealPart) => (
  <>
    {name !== null && <TextValue value={name} />}
    {rest !== null && (
      <div className={name === null ? '' : 'mt-1'}>
        <JsonValue value={rest} />
      </div>
    )}
  </>
)

const BADGE_LENGTH = 40
const TAGS_SHOWN = 30
const isWord = ({ name, rest }: DealPart): boolean =>
  name !== null && name.length <= BADGE_LENGTH && (rest === null || isIdOnly(rest))
const isIdOnly = (rest: DealPart['rest']) =>
  typeof rest === 'object' && rest !== null && Object.keys(rest).every((key) => key === 'id')

const Tags = ({ tags }: { tags: readonly DealPart[] }) =>
  tags.length === 0 ? (
    <Absent reason={m.call_deal_no_tags()} />
  ) : (
    <FirstOf items={tags} limit={TAGS_SHOWN}>
      {(shown) => (
        <ul className="flex flex-wrap gap-1">
          {shown.map((tag, index) => (
            <li key={index} className="min-w-0">
              {isWord(tag) && tag.name !== null ? <Badge>{tag.name}</Badge> : <NamedValue {...tag} />}
            </li>
          ))}
        </ul>
      )}
    </FirstOf>
  )
