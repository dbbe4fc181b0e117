import type { ObjRead } from '#/contract/object.ts'
import { PhoneLabel } from '#/features/objects/list/object-cells.tsx'
import { Copied, FirstOf, PhoneValue, UrlValue } from '#/domain/cells/values.tsx'
import { formatNumber } from '#/i18n/format.ts'
import { formatPhone, phoneToCopy } from '#/i18n/phone.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Absent } from '#/ui/data/absent.tsx'
import { Section } from '#/ui/data/section.tsx'
import { Table, Td, Th, Tr } from '#/ui/table/table.tsx'
import { YesNo } from './field-values.tsx'

type ForwardingNumber = ObjRead['client_phone_numbers'][number]

const SHOWN = 50

const numberRowClass =
  'align-top phone:grid phone:h-auto phone:grid-cols-[minmax(24px,auto)_minmax(0,1fr)_auto] phone:gap-x-2 phone:gap-y-1 phone:border-b phone:border-line phone:py-3'
const cellClass = 'py-1.5 phone:border-0! phone:p-0!'
const quietCellClass = `${cellClass} text-text-2 phone:col-start-2 phone:col-end-4`

export const ForwardingNumbers = ({ object }: { object: ObjRead }) => {
  const numbers = byPriority(object.client_phone_numbers)
  if (numbers.length === 0)
    return (
      <Section title={m.object_forwarding()}>
        <p className="text-13 text-text-2">{m.object_forwarding_none()}</p>
      </Section>
    )
  return (
    <Section title={m.object_forwarding()} note={m.object_forwarding_note()}>
      <FirstOf items={numbers} limit={SHOWN}>
        {(shown) => (
          <div className="relative desk:overflow-x-auto">
            <NumbersTable numbers={shown} />
          </div>
        )}
      </FirstOf>
    </Section>
  )
}

const byPriority = (numbers: readonly ForwardingNumber[]) =>
  numbers.toSorted((a, b) => (a.priority ?? Infinity) - (b.priority ?? Infinity) || 0)

const NumbersTable = ({ numbers }: { numbers: readonly ForwardingNumber[] }) => (
  <Table edge="none" aria-label={m.object_forwarding()} className="phone:block desk:min-w-180">
    <thead className="phone:hidden">
      <tr>
        <Th className="w-16">{m.object_forwarding_order()}</Th>
        <Th className="w-52">{m.object_number()}</Th>
        <Th numeric className="w-20">
          {m.object_forwarding_rings()}
        </Th>
        <Th className="w-40 pl-4">{m.object_forwarding_main()}</Th>
        <Th className="w-32">{m.object_forwarding_machine()}</Th>
        <Th className="min-w-40">{m.object_forwarding_greeting()}</Th>
      </tr>
    </thead>
    <tbody className="phone:block">
      {numbers.map((number, index) => (
        // May contain duplicates.
        <Tr key={index} className={numberRowClass}>
          <Td className={`${cellClass} tabular-nums phone:text-text-3`}>
            {number.priority === null ? <Absent reason={m.not_supplied()} /> : formatNumber(number.priority)}
          </Td>
          <Td className={`${cellClass} whitespace-normal!`}>
            <Target number={number} />
          </Td>
          <Td numeric className={cellClass}>
            {number.redirect_timeout === null ? (
              <Absent reason={m.not_supplied()} />
            ) : (
              m.object_forwarding_seconds({ shown: formatNumber(number.redirect_timeout) })
            )}
          </Td>
          <Td className={`${quietCellClass} desk:pl-4`}>
            <PhoneLabel>{`${m.object_forwarding_main()}: `}</PhoneLabel>
            <YesNo value={number.call_with_main} />
          </Td>
          <Td className={quietCellClass}>
            <PhoneLabel>{`${m.object_forwarding_machine()}: `}</PhoneLabel>
            <YesNo value={number.answerphone} />
          </Td>
          <Td className={`${quietCellClass} wrap-anywhere whitespace-normal!`}>
            <PhoneLabel>{`${m.object_forwarding_greeting()}: `}</PhoneLabel>
            <UrlValue value={number.record_url} absent={m.object_forwarding_no_greeting()} />
          </Td>
        </Tr>
      ))}
    </tbody>
  </Table>
)

/** Phone number or SIP address, with distinct further targets. */
const Target = ({ number: { targets } }: { number: ForwardingNumber }) => {
  const [first, ...others] = targets
  if (first === undefined) return <Absent reason={m.object_no_number()} />
  return (
    <span className="grid gap-0.5 wrap-anywhere tabular-nums desk:min-w-44">
      <Copied text={phoneToCopy(first)} label={m.copy_what({ what: formatPhone(first).slice(0, 60) })}>
        <span className="font-strong">
          <PhoneValue phone={first} />
        </span>
      </Copied>
      {others.map((other) => (
        <span key={other} className="text-12 text-text-3">
          <PhoneValue phone={other} />
        </span>
      ))}
    </span>
  )
}
