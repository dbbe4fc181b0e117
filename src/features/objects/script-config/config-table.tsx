import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { Badge } from '#/ui/data/badge.tsx'
import { Table, Td, Th } from '#/ui/table/table.tsx'
import { OptionName } from './option-labels.tsx'

/** Two sets of options side by side, with what differs marked. */
export const ConfigTable = ({
  options,
  service,
  person,
  personLabel,
}: {
  options: readonly string[]
  /** What the service has. */
  service: readonly string[]
  /** What the user wants. */
  person: readonly string[]
  personLabel: string
}) => (
  <Table edge="none" className="mt-2">
    <thead>
      <tr>
        <Th>{m.script_option()}</Th>
        <Th className="whitespace-normal">{m.script_theirs()}</Th>
        <Th className="whitespace-normal">{personLabel}</Th>
      </tr>
    </thead>
    <tbody>
      {options.map((option) => {
        const [there, here] = [service.includes(option), person.includes(option)]
        const differs = there !== here
        return (
          <tr key={option} className={classNames('h-11', differs && 'font-semibold')}>
            <Td className="whitespace-normal">
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1">
                <OptionName option={option} stacked />
                {differs && (
                  <Badge tone="warning" icon="alert">
                    {m.script_differs()}
                  </Badge>
                )}
              </span>
            </Td>
            <Td>{there ? m.tracking_on() : m.tracking_off()}</Td>
            <Td>{here ? m.tracking_on() : m.tracking_off()}</Td>
          </tr>
        )
      })}
    </tbody>
  </Table>
)
