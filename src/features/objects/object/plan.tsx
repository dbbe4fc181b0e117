import { useQuery } from '@tanstack/react-query'
import { useId, useState, type ReactNode } from 'react'
import { planQuery } from '#/api/plans.ts'
import { isApiError } from '#/api/error.ts'
import { isJsonObject, type Json, type JsonObject } from '#/contract/embedded-json.ts'
import { isPathValue } from '#/contract/endpoint.ts'
import type { ObjRead } from '#/contract/object.ts'
import type { Lenient } from '#/contract/field.ts'
import type { plan } from '#/contract/plan.ts'
import { asJson, isBlank, jsonText } from '#/domain/cells/json-text.ts'
import { JsonValue } from '#/domain/cells/json-value.tsx'
import { Sentence, Strong } from '#/domain/cells/sentence.tsx'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { PendingNotice } from '#/domain/notice/pending-notice.tsx'
import { StaleNotice } from '#/domain/notice/stale-notice.tsx'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { FirstOf, TextValue } from '#/domain/cells/values.tsx'
import { counted, formatMoney } from '#/i18n/format.ts'
import { privacyMode } from '#/i18n/privacy-mode.ts'
import { CountValue } from '#/domain/cells/count-value.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { LinkButton } from '#/ui/control/button.tsx'
import { Absent } from '#/ui/data/absent.tsx'
import { cutText } from '#/ui/data/cut-text.ts'
import { Section } from '#/ui/data/section.tsx'
import { SkeletonLines } from '#/ui/state/skeleton.tsx'
import { Table, Td, Th, Tr } from '#/ui/table/table.tsx'
import { YesNo } from './field-values.tsx'

/** `₽16,900` or `$1,200.50` (API document 2.10), grouped by commas or spaces. */
const AMOUNT = /^(?:\d{1,3}(?:[,\s]\d{3})+|\d+)(?:\.\d{1,2})?$/

/** Amount without currency; null: ambiguous. */
export const amountOf = (price: string | null): number | null => {
  const digits = /\d(?:[\d.,\s]*\d)?/.exec(price ?? '')?.[0]
  if (price === null || digits === undefined || !AMOUNT.test(digits)) return null
  // A range, or a number of days.
  if (/\d/.test(price.replace(digits, ''))) return null
  return Number(digits.replaceAll(/[,\s]/g, ''))
}

type Tariff = NonNullable<ObjRead['tariff']>
type Plan = Lenient<typeof plan>

const NAME_SHOWN = 80

export const PlanSection = ({ object: { tariff, tariff_items: items } }: { object: ObjRead }) => (
  <Section title={m.object_plan()}>
    {tariff === null ? (
      <p className="text-13 text-text-2">{m.object_plan_none()}</p>
    ) : (
      <TariffAndPlan tariff={tariff} />
    )}
    <Items items={items} />
  </Section>
)

const TariffAndPlan = ({ tariff }: { tariff: Tariff }) => {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const { listed, note, below } = useListed(tariff)
  return (
    <>
      <div className="max-w-[72ch] text-14 text-text-2">
        <Paid tariff={tariff} /> {note}
      </div>
      {below}
      <p className="mt-1 text-13">
        <LinkButton aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
          {listed ? m.object_plan_compare() : m.object_plan_lines()}
        </LinkButton>
      </p>
      <div id={id} className="mt-2 max-w-160 empty:hidden">
        {isOpen && <Lines tariff={tariff} listed={listed} />}
      </div>
    </>
  )
}

const sessionsText = (sessions: number | null) =>
  sessions === null ? m.object_plan_any_sessions() : m.object_plan_so_many_sessions(counted(sessions))
const numbersText = (numbers: number) => m.object_plan_so_many_numbers(counted(numbers))

const Name = ({ children }: { children: string }) => (
  <bdi className="font-semibold wrap-anywhere text-text" title={children}>
    {children.length > NAME_SHOWN ? `${cutText(children, NAME_SHOWN)}…` : children}
  </bdi>
)
const Price = ({ children }: { children: ReactNode }) => (
  <Strong>
    <bdi className="tabular-nums">{children}</bdi>
  </Strong>
)

/** "You pay 16,900 for Pro: 30,000 sessions and 20 numbers." */
const Paid = ({ tariff: { name, price, sessions, numbers } }: { tariff: Tariff }) => {
  const plan = name?.trim() ? <Name>{name}</Name> : m.object_plan_nameless()
  const what = [sessionsText(sessions), ...(numbers === null ? [] : [numbersText(numbers)])]
  const holds = what.length === 2 ? m.object_plan_both({ one: what[0]!, other: what[1]! }) : what[0]
  return price === null ? (
    <Sentence
      parts={[plan, holds]}
      message={(named, held) => m.object_plan_has({ plan: named, holds: held })}
    />
  ) : (
    <Sentence
      parts={[plan, holds, <Price key="price">{formatMoney(price)}</Price>]}
      message={(named, held, sum) => m.object_plan_paid({ plan: named, holds: held, price: sum })}
    />
  )
}

interface Listed {
  readonly listed: Plan | null
  readonly note: ReactNode
  readonly below: ReactNode
}

/** Names that can't be in a URL aren't requested. */
const useListed = (tariff: Tariff): Listed => {
  const { scope } = useSignedIn()
  const name = tariff.name ?? ''
  const isRequestable = name.trim() !== '' && isPathValue('plan_name', name)
  const options = planQuery(scope, name)
  const query = useQuery({ ...options, enabled: isRequestable })
  if (!isRequestable)
    return {
      listed: null,
      note: name.trim() === '' ? m.object_plan_unnamed() : m.object_plan_unaskable(),
      below: null,
    }
  if (isApiError(query.error, 'not-found')) return { listed: null, note: m.object_plan_gone(), below: null }
  if (query.data)
    return {
      listed: query.data,
      note: <ListedPrice tariff={tariff} listed={query.data} />,
      below: (
        <div className="-mx-4 empty:hidden">
          <StaleNotice query={query} />
        </div>
      ),
    }
  return {
    listed: null,
    note: null,
    below: query.error ? (
      <LoadError
        error={query.error}
        title={m.object_plan_failed()}
        level={3}
        className=""
        onRetry={() => void query.refetch()}
      />
    ) : (
      <>
        <SkeletonLines lines={1} label={m.object_plan_loading()} />
        <PendingNotice query={query} queryKey={options.queryKey} />
      </>
    ),
  }
}

const listedPrice = (price: string | null): string | null =>
  price && /\d/.test(price) ? (privacyMode?.sum ?? price.slice(0, NAME_SHOWN)) : price

/** Today's price of the plan, or that it has changed. */
const ListedPrice = ({ tariff, listed }: { tariff: Tariff; listed: Plan }) => {
  const { price, sessions, numbers } = listed
  if (!price?.trim()) return m.object_plan_listed_free()
  const priceText = <Price key="asked">{listedPrice(price)}</Price>
  if (sessions !== tariff.sessions || numbers !== tariff.numbers)
    return <Sentence parts={[priceText]} message={(sum) => m.object_plan_asks_other({ price: sum })} />
  const amount = amountOf(price)
  if (amount === null || tariff.price === null)
    return <Sentence parts={[priceText]} message={(sum) => m.object_plan_asks({ price: sum })} />
  if (amount === tariff.price) return m.object_plan_asks_same()
  const apart = <Price key="apart">{formatMoney(Math.abs(amount - tariff.price))}</Price>
  const say = amount > tariff.price ? m.object_plan_asks_more : m.object_plan_asks_less
  return <Sentence parts={[priceText, apart]} message={(sum, by) => say({ price: sum, difference: by })} />
}

const Lines = ({ tariff, listed }: { tariff: Tariff; listed: Plan | null }) => {
  const lines: readonly { label: string; own: ReactNode; listedValue: ReactNode }[] = [
    {
      label: m.object_tariff(),
      own: (
        <>
          <TextValue value={tariff.name} />
          {tariff.id !== null && (
            <span className="block text-12 text-text-3">{m.object_place_id({ id: tariff.id })}</span>
          )}
        </>
      ),
      listedValue: listed && <ListedName {...listed} />,
    },
    {
      label: m.object_plan_price(),
      own: tariff.price === null ? <Absent reason={m.not_supplied()} /> : formatMoney(tariff.price),
      listedValue: listed && <TextValue value={listedPrice(listed.price)} />,
    },
    {
      label: m.object_plan_sessions(),
      own:
        tariff.sessions === null ? (
          <span title={m.object_plan_unlimited_why()}>{m.object_plan_unlimited()}</span>
        ) : (
          <CountValue value={tariff.sessions} />
        ),
      listedValue: listed && <CountValue value={listed.sessions} />,
    },
    {
      label: m.object_numbers(),
      own: <CountValue value={tariff.numbers} />,
      listedValue: listed && <CountValue value={listed.numbers} />,
    },
    {
      label: m.object_plan_multiregion(),
      own: <YesNo value={tariff.multiregion} />,
      listedValue: <Absent reason={m.object_plan_not_listed()} />,
    },
  ]
  return (
    <Table edge="none" aria-label={m.object_plan()}>
      <thead>
        <tr>
          <Th className="w-40 phone:w-28">
            <span className="sr-only">{m.object_plan_what()}</span>
          </Th>
          <Th>{m.object_plan_of_object()}</Th>
          {listed && <Th>{m.object_plan_now()}</Th>}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ label, own, listedValue }) => (
          <Tr key={label}>
            <th scope="row" className="py-1.5 pr-2 text-left align-top font-normal text-text-3">
              {label}
            </th>
            <Td className="py-1.5 align-top wrap-anywhere whitespace-normal! tabular-nums">{own}</Td>
            {listed && (
              <Td className="py-1.5 align-top wrap-anywhere whitespace-normal! tabular-nums">
                {listedValue}
              </Td>
            )}
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

const ListedName = ({ title, name }: Plan) => (
  <>
    <TextValue value={title || name} />
    {title && name !== title && (
      <span className="block text-12 text-text-3">
        <TextValue value={name} />
      </span>
    )}
  </>
)

const ITEM_WORDS: ReadonlyMap<string, () => string> = new Map([
  ['name', m.object_item_name],
  ['quantity', m.object_item_quantity],
  ['price', m.object_item_price],
])
const ITEM_NAMES: ReadonlyMap<string, () => string> = new Map([
  ['extra_numbers', m.object_item_extra_numbers],
])

/** Extras of undocumented shape (G17): named items as lines, others as JSON. */
const Items = ({ items }: { items: unknown }) => {
  const value = asJson(items)
  if (isBlank(value)) return null
  const named = Array.isArray(value) ? value.filter(isNamedItem) : []
  return (
    <div className="mt-3 max-w-160 text-13">
      <h3 className="text-13">{m.object_plan_items()}</h3>
      <div className="mt-1">
        {Array.isArray(value) && named.length === value.length ? (
          <FirstOf items={named} limit={ITEMS_SHOWN}>
            {(shown) => (
              <ul className="grid gap-1">
                {shown.map(({ name, ...others }, index) => (
                  <li key={index} className="flex flex-wrap gap-x-4 text-text-2 tabular-nums">
                    <span className="min-w-0 font-strong text-text">
                      <TextValue value={ITEM_NAMES.get(name)?.() ?? name} />
                    </span>
                    {Object.entries(others).map(([label, one]) => (
                      <span key={label} className="min-w-0">
                        <bdi className="text-text-3">
                          {ITEM_WORDS.get(label)?.() ?? label.slice(0, NAME_SHOWN)}
                        </bdi>{' '}
                        <TextValue
                          value={
                            label === QUANTITY
                              ? jsonText(one)
                              : typeof one === 'number'
                                ? formatMoney(one)
                                : listedPrice(jsonText(one))
                          }
                        />
                      </span>
                    ))}
                  </li>
                ))}
              </ul>
            )}
          </FirstOf>
        ) : (
          <JsonValue value={value} labels={ITEM_WORDS} />
        )}
      </div>
    </div>
  )
}
const ITEMS_SHOWN = 20
/** All other numbers may be sums: their names are not documented (G17). */
const QUANTITY = 'quantity'

type NamedItem = JsonObject & { name: string }
/** A name and plain values only. */
const isNamedItem = (item: Json): item is NamedItem =>
  isJsonObject(item) &&
  typeof item['name'] === 'string' &&
  Object.values(item).every((one) => typeof one !== 'object' || one === null)
