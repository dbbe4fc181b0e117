import type { CustomStatusRead, ObjRead } from '#/contract/object.ts'
import { hexOf, readColour } from '#/domain/marks/colour.ts'
import { FirstOf, TextValue } from '#/domain/marks/values.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { Absent } from '#/ui/data/absent.tsx'
import { Section } from '#/ui/data/section.tsx'
import { Table, Td, Th, Tr } from '#/ui/table/table.tsx'

const SHOWN = 50

/** Region "Custom statuses": the words the object gives its contacts, with their colours. */
export const CustomStatuses = ({ object: { custom_statuses: statuses } }: { object: ObjRead }) => (
  <Section title={m.object_custom_statuses()}>
    {statuses.length === 0 ? (
      <p className="text-13 text-text-2">{m.object_statuses_none()}</p>
    ) : (
      <FirstOf items={statuses} limit={SHOWN}>
        {(shown) => (
          <Table edge="none" aria-label={m.object_custom_statuses()} className="max-w-160">
            <thead>
              <tr>
                <Th>{m.object_status_name()}</Th>
                <Th className="w-40 phone:w-28">{m.object_status_colour()}</Th>
                <Th numeric className="w-24 phone:w-16">
                  {m.object_status_id()}
                </Th>
              </tr>
            </thead>
            <tbody>
              {shown.map((status, index) => (
                // The numbers of two may be the same, or missing.
                <Status key={index} status={status} />
              ))}
            </tbody>
          </Table>
        )}
      </FirstOf>
    )}
  </Section>
)

const Status = ({ status: { id, name, color } }: { status: CustomStatusRead }) => {
  const swatch = readColour(color)
  return (
    <Tr>
      <Td className="py-1.5 wrap-anywhere whitespace-normal!">
        <TextValue value={name} />
      </Td>
      <Td className="py-1.5 text-12 wrap-anywhere whitespace-normal! text-text-2">
        <span className="flex items-start gap-2">
          {swatch && (
            <span
              aria-hidden="true"
              className="mt-0.5 size-3 shrink-0 rounded-1 ring-1 ring-line-control forced-color-adjust-none"
              style={{ backgroundColor: hexOf(swatch) }}
            />
          )}
          <span className="min-w-0 font-mono">
            <TextValue value={color} absent={m.object_status_no_colour()} />
          </span>
        </span>
      </Td>
      <Td numeric className="py-1.5 text-text-2">
        {id === null ? <Absent reason={m.not_supplied()} /> : id}
      </Td>
    </Tr>
  )
}
