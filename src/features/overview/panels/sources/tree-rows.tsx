import { Fragment, useMemo, useState, type ReactNode } from 'react'
import type { ReportRow } from '#/contract/figures/answers.ts'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { formatNumber } from '#/i18n/format.ts'
import { getLocale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { LinkButton } from '#/ui/control/button.tsx'
import { Td, Tr } from '#/ui/table/table.tsx'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import { evaluateRows, orderRows, type EvaluatedSource } from '#/domain/costs/evaluated-sources.ts'
import { keyFilters, pathKey, type Level, type Path } from './levels.ts'
import { SourceRow } from './source-row.tsx'
import { useTree } from './tree.ts'
import { useLevel } from './use-sources.ts'

const FIRST_SHOWN = { desk: 12, phone: 3 }
const TOP = pathKey([])
const SHOWN_MORE = 200

/** While loading, rows keep their place and new ones are appended. */
const useSteady = (ordered: readonly EvaluatedSource[], isGrowing: boolean): readonly EvaluatedSource[] => {
  const [places, setPlaces] = useState<readonly (string | null)[]>([])
  if (!isGrowing) return ordered
  const byValue = new Map(ordered.map((source) => [source.row.value, source]))
  const stood = new Set(places)
  const next = [
    ...places.filter((value) => byValue.has(value)),
    ...ordered.map(({ row }) => row.value).filter((value) => !stood.has(value)),
  ]
  if (next.length !== places.length || next.some((value, index) => value !== places[index])) setPlaces(next)
  return next.flatMap((value) => byValue.get(value) ?? [])
}

const isUrgent = ({ beside: { verdict } }: EvaluatedSource): boolean =>
  verdict === 'stop' || verdict === 'watch'

/** The first rows of a level and a "Show more" action; null: all are shown. */
export const useShown = (rows: readonly ReportRow[], path: Path, level: Level) => {
  const { order, whole, paid, costs, changes, isPart, isGrowing, isPhone } = useTree()
  const above = pathKey(path)
  const [more, setMore] = useState(0)
  const limit = FIRST_SHOWN[isPhone ? 'phone' : 'desk'] + more
  const language = getLocale()
  const { column, direction } = order
  const ordered = useMemo(
    () =>
      orderRows(
        evaluateRows(
          rows.map((row) => ({
            row,
            cost: costs && costs.of(row, [...keyFilters(above), { by: level, values: [row.value] }]),
          })),
          whole,
          paid,
          costs?.planned,
        ).map((source) => {
          const changed = above === TOP ? changes.get(source.row.value) : undefined
          const known = changed === undefined ? source : { ...source, changed }
          return isPart ? { ...known, missesMore: false } : known
        }),
        column,
        direction,
        language,
      ),
    [rows, whole, paid, costs, changes, above, level, column, direction, language, isPart],
  )
  const steady = useSteady(ordered, isGrowing)
  const visible = steady.filter((source, nth) => nth < limit || (!isPart && isUrgent(source)))
  const left = ordered.length - visible.length
  const shown = formatNumber(ordered.length)
  return {
    shown: visible,
    more: left > 0 && (
      <LinkButton onClick={() => setMore(more + SHOWN_MORE)}>
        {left <= SHOWN_MORE
          ? m.sources_show_all({ shown })
          : m.sources_show_more({ shown, more: formatNumber(SHOWN_MORE) })}
      </LinkButton>
    ),
  }
}

/** Rows of a level, each with its expanded children. */
export const Rows = ({
  rows,
  path,
  level,
}: {
  rows: readonly EvaluatedSource[]
  path: Path
  level: Level
}) => {
  const { open, levels } = useTree()
  const next = levels[path.length + 1]
  return rows.map((source) => {
    const own: Path = [...path, { by: level, value: source.row.value }]
    const isOpen = next !== undefined && open.has(pathKey(own))
    return (
      <Fragment key={pathKey(own)}>
        <SourceRow source={source} path={own} next={next} isOpen={isOpen} />
        {isOpen && <Below path={own} level={next} />}
      </Fragment>
    )
  })
}

const Across = ({ path, children }: { path: Path; children: ReactNode }) => {
  const { columns, isPhone } = useTree()
  return (
    <Tr height="two-line">
      <Td colSpan={isPhone ? 2 : columns.length} className="whitespace-normal">
        <div className={INDENT[path.length]}>{children}</div>
      </Td>
    </Tr>
  )
}

const INDENT = ['pl-7', 'pl-10', 'pl-13'] as const

const NO_ROWS: readonly ReportRow[] = []

const Below = ({ path, level }: { path: Path; level: Level }) => {
  const { data, error, isError, refetch } = useLevel(path, level)
  const { shown, more } = useShown(data?.rows ?? NO_ROWS, path, level)
  if (data)
    return (
      <>
        <Rows rows={shown} path={path} level={level} />
        {more && <Across path={path}>{more}</Across>}
      </>
    )
  return (
    <Across path={path}>
      {isError ? (
        <LoadError error={error} level={3} className="" onRetry={() => void refetch()} />
      ) : (
        <>
          <span className="sr-only">{m.loading()}</span>
          <Skeleton width="md" />
        </>
      )}
    </Across>
  )
}
