import type { CustomStatusRead, ObjRead } from '#/contract/object.ts'
import { hexOf, readColour } from '#/domain/cells/colour.ts'
import { FirstOf, TextValue } from '#/domain/cells/values.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { Section } from '#/ui/data/section.tsx'

const SHOWN = 50

/** Region "Custom statuses": the words the object gives its contacts, each in its colour, with the service's number. */
export const CustomStatuses = ({ object: { custom_statuses: statuses } }: { object: ObjRead }) => (
  <Section title={m.object_custom_statuses()}>
    {statuses.length === 0 ? (
      <p className="text-13 text-text-2">{m.object_statuses_none()}</p>
    ) : (
      <FirstOf items={statuses} limit={SHOWN}>
        {(shown) => (
          <ul aria-label={m.object_custom_statuses()} className="mt-1 flex flex-wrap gap-x-7 gap-y-2 text-13">
            {shown.map((status, index) => (
              // The numbers of two may be the same, or missing.
              <Status key={index} status={status} />
            ))}
          </ul>
        )}
      </FirstOf>
    )}
  </Section>
)

const Status = ({ status: { id, name, color } }: { status: CustomStatusRead }) => {
  const swatch = readColour(color)
  return (
    <li className="flex min-w-0 items-start gap-2">
      <span
        aria-hidden="true"
        title={color?.trim() ? color.slice(0, 80) : m.object_status_no_colour()}
        className={classNames(
          'mt-1 size-3 shrink-0 rounded-1 ring-1 ring-line-control forced-color-adjust-none',
          !swatch && 'border border-dashed border-line-control ring-0',
        )}
        style={swatch ? { backgroundColor: hexOf(swatch) } : undefined}
      />
      <span className="min-w-0">
        <TextValue value={name} />
      </span>
      {id !== null && (
        <span title={m.object_status_id()} className="text-text-3 tabular-nums">
          {id}
        </span>
      )}
    </li>
  )
}
