import { Fragment } from 'react'
import type { TypeName } from '#/contract/check/check-answer.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { LinkButton } from '#/ui/control/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import type { ShownKind } from '#/domain/use-drift.ts'
import { differenceLabel, KIND } from './difference-labels.ts'

export interface DifferenceRow {
  readonly key: string
  readonly kind: ShownKind
  /** `GET /v2/calls`; absent if all rows share it. */
  readonly endpoint?: string
  readonly path: string
  readonly seen: Iterable<TypeName>
  readonly expected: readonly TypeName[]
  readonly listed: number
  readonly value?: unknown
  readonly section: string
  readonly often: string
  /** Absent: can't be shown. */
  readonly onShow?: () => void
}

const HEAD = 'px-2 py-1.5 text-left font-medium whitespace-nowrap'
const CELL = 'px-2 py-1.5 align-top phone:block phone:px-4 phone:py-0.5'

/** Breaks only before names. */
const Breakable = ({ path }: { path: string }) =>
  path.split(/(?=\.)/).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- parts of a text have no other
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))

export const DifferenceTable = ({ label, rows }: { label: string; rows: readonly DifferenceRow[] }) => {
  const hasEndpoint = rows.some(({ endpoint }) => endpoint !== undefined)
  return (
    <table className="w-full text-13 tabular-nums phone:block">
      <caption className="sr-only">{label}</caption>
      <thead className="phone:sr-only">
        <tr className="border-b border-line text-12 text-text-3">
          <th scope="col" className={`${HEAD} pl-4`}>
            {m.console_what()}
          </th>
          {hasEndpoint && (
            <th scope="col" className={HEAD}>
              {m.console_endpoint()}
            </th>
          )}
          <th scope="col" className={HEAD}>
            {m.console_where()}
          </th>
          <th scope="col" className={HEAD}>
            {m.console_seen()}
          </th>
          <th scope="col" className={HEAD}>
            {m.console_in_section()}
          </th>
          <th scope="col" className={`${HEAD} pr-4 text-right`}>
            {m.console_how_often()}
          </th>
        </tr>
      </thead>
      <tbody className="phone:block">
        {rows.map((row) => (
          <tr key={row.key} className="border-b border-line phone:block phone:py-2">
            <td className={`${CELL} pl-4`}>
              <span className="flex items-center gap-2">
                <Icon name={KIND[row.kind].icon} size={14} className="text-warning" />
                {KIND[row.kind].word()}
              </span>
            </td>
            {hasEndpoint && <td className={`${CELL} font-mono text-12 wrap-anywhere`}>{row.endpoint}</td>}
            <td className={`${CELL} font-mono text-12`}>
              {row.onShow ? (
                <LinkButton
                  onClick={row.onShow}
                  title={m.console_show_place({ path: row.path })}
                  className="text-left"
                >
                  <Breakable path={row.path} />
                </LinkButton>
              ) : (
                <Breakable path={row.path} />
              )}
            </td>
            <td className={`${CELL} text-text-2 wrap-anywhere`}>{differenceLabel(row)}</td>
            <td className={`${CELL} text-text-2`}>
              <span className="hidden phone:inline">{m.console_in_section()} </span>
              {row.section}
            </td>
            <td className={`${CELL} pr-4 text-right text-text-3 phone:text-left`}>{row.often}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
