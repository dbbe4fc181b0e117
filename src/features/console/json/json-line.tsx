import { memo, type CSSProperties, type ReactNode } from 'react'
import type { DifferenceKind } from '#/contract/check/check-answer.ts'
import { counted, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { isEnd, isHolder, LACKING, nodeOf, sizeOf, type JsonTree, type Line } from './json-tree.ts'

/** Longer values are truncated; copy and file are full. */
const TEXT_MOST = 600

/** Pixels. */
const INDENT = 16

export interface JsonLineProps {
  readonly id: string
  readonly tree: JsonTree
  readonly line: Line
  /** Pixels; null: on paper, in flow. */
  readonly top: number | null
  readonly height: number
  readonly isClosed: boolean
  readonly isCurrent: boolean
  readonly isMatch: boolean
  readonly mark: DifferenceKind | undefined
  readonly onPress: (node: number) => void
}

export const JsonLine = memo((props: JsonLineProps) => {
  const { id, tree, line, top, height, isClosed, isCurrent, isMatch, mark, onPress } = props
  const node = nodeOf(line)
  const value = tree.values[node]
  const end = isEnd(line)
  const foldable = isHolder(value) && tree.ends[node]! > node + 1
  const isOnPaper = top === null
  const isPointedAt = isCurrent && !isOnPaper
  const edge = isPointedAt ? 'var(--accent)' : mark && mark !== 'hidden' ? 'var(--warning)' : null
  const style: CSSProperties = {
    ...(isOnPaper ? { minHeight: height } : { transform: `translateY(${top}px)`, height }),
    minWidth: '100%',
    ...(edge && { boxShadow: `inset 2px 0 ${edge}` }),
  }
  const number = value === LACKING ? null : end ? tree.endLines[node] : tree.lines[node]
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the tree has the keys
    <div
      {...(end
        ? { 'aria-hidden': true }
        : {
            id,
            role: 'treeitem',
            'aria-level': tree.depths[node]! + 1,
            'aria-expanded': foldable ? !isClosed : undefined,
            'aria-selected': isCurrent,
          })}
      data-node={node}
      onClick={() => onPress(node)}
      style={style}
      className={classNames(
        'flex pr-4 font-mono text-12',
        isOnPaper
          ? 'items-start wrap-anywhere whitespace-pre-wrap'
          : 'absolute top-0 left-0 w-max items-center whitespace-pre',
        mark && mark !== 'hidden' && 'bg-warning-soft',
        isMatch && 'bg-selected',
        isPointedAt && !mark && !isMatch && 'bg-hover',
        foldable && 'cursor-default hover:bg-hover',
      )}
    >
      <span
        aria-hidden="true"
        style={{ width: 56 }}
        className="shrink-0 pr-4 text-right text-text-3 tabular-nums select-none"
      >
        {number}
      </span>
      <span aria-hidden="true" style={{ width: tree.depths[node]! * INDENT }} className="shrink-0" />
      <span aria-hidden="true" className="grid w-4 shrink-0 place-items-center text-text-3 select-none">
        {foldable && !end && !isOnPaper && (
          <Icon name={isClosed ? 'chevron-right' : 'chevron-down'} size={12} />
        )}
      </span>
      {value === LACKING ? (
        <span className="text-warning">{m.console_lacking({ name: String(tree.keys[node]) })}</span>
      ) : (
        <span>
          {!end && <Name of={tree.keys[node] ?? null} />}
          <Value value={value} part={end ? 'end' : foldable && !isClosed ? 'start' : 'whole'} />
          {(end || !foldable || isClosed) && (
            <span className="text-text-3">{isLast(tree, node) ? '' : ','}</span>
          )}
        </span>
      )}
    </div>
  )
})

const isLast = (tree: JsonTree, node: number): boolean => {
  const next = tree.ends[node]!
  return (
    next >= tree.values.length || tree.depths[next]! < tree.depths[node]! || tree.values[next] === LACKING
  )
}

const Name = ({ of }: { of: string | number | null }): ReactNode =>
  typeof of === 'string' ? (
    <>
      <span className="font-semibold">{JSON.stringify(of)}</span>
      <span className="text-text-3">: </span>
    </>
  ) : null

const Value = ({ value, part }: { value: unknown; part: 'start' | 'end' | 'whole' }): ReactNode => {
  if (!isHolder(value)) return <Scalar value={value} />
  const [opens, closes] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (part === 'end') return closes
  const size = counted(sizeOf(value))
  const count = Array.isArray(value) ? m.console_items(size) : m.console_fields(size)
  return (
    <>
      {opens} <span className="text-text-3">{count}</span>
      {part === 'whole' && ` ${closes}`}
    </>
  )
}

const Scalar = ({ value }: { value: unknown }): ReactNode => {
  if (typeof value !== 'string') return <span className="text-code-value">{JSON.stringify(value)}</span>
  const more = value.length - TEXT_MOST
  if (more <= 0) return <span className="text-code-string">{JSON.stringify(value)}</span>
  return (
    <>
      <span className="text-code-string">{JSON.stringify(value.slice(0, TEXT_MOST).toWellFormed())}</span>
      <span className="text-text-3"> {m.console_more_text({ count: more, shown: formatNumber(more) })}</span>
    </>
  )
}
