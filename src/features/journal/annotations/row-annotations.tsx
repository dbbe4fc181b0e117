import type { QueryClient, QueryFunctionContext } from '@tanstack/react-query'
import type { Scope } from '#/api/client.ts'
import {
  mergedAnnotations,
  readAnnotations,
  type AnnotationsByContact,
} from '#/api/annotations/annotations.ts'
import { keyOf, keysOf } from '#/api/keys.ts'
import type { ListedCallRead } from '#/contract/call.ts'
import { SCORES, type Annotation, type AnnotatedContact } from '#/contract/annotations/annotations.ts'
import { contactText } from '#/contract/annotations/contact-text.ts'
import type { ContactRows, RowRange } from '#/domain/contact-list/use-contact-rows.ts'
import type { AnnotationColumn } from '#/contract/annotations/annotation-columns.ts'
import { whoWord } from '#/domain/annotations/annotation-labels.ts'
import { OUTCOME_LABELS } from '#/domain/annotations/outcome-labels.ts'
import { dayAt } from '#/contract/day.ts'
import { clockTime, formatDay, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Badge } from '#/ui/data/badge.tsx'
import { iconed, type CellView } from '#/features/journal/table/cell.ts'

/* Annotations in the journal's rows, loaded with the first column that shows them. */

const BLOCK = 50
/** Others' annotations appear within a minute. */
const POLL_MS = 20_000

const markedOf = (call: ListedCallRead, oid: string | null): AnnotatedContact => ({
  oid: call.obj_oid ?? oid ?? '',
  id: call.id,
})

const blocksOf = (rows: ContactRows, { start, end }: RowRange, oid: string | null): AnnotatedContact[][] => {
  const blocks: AnnotatedContact[][] = []
  for (let from = Math.floor(start / BLOCK) * BLOCK; from < Math.min(end, rows.count); from += BLOCK) {
    const block: AnnotatedContact[] = []
    for (let index = from; index < Math.min(from + BLOCK, rows.count); index++) {
      const row = rows.at(index)
      if (row.state === 'ready') block.push(markedOf(row.call, oid))
    }
    if (block.length > 0) blocks.push(block)
  }
  return blocks
}

/** Annotations by `contactText`; empty ones for contacts without. */
const readBlock = async (
  { client, signal, queryKey }: QueryFunctionContext,
  scope: Scope,
  contacts: readonly AnnotatedContact[],
): Promise<AnnotationsByContact> => {
  const before = client.getQueryData<AnnotationsByContact>(queryKey)
  const annotations = await readAnnotations(scope, contacts, { signal, background: before !== undefined })
  const now = client.getQueryData<AnnotationsByContact>(queryKey)
  return mergedAnnotations(before ?? {}, now ?? {}, contacts, annotations)
}

export const annotationQueries = (
  client: QueryClient,
  scope: Scope,
  rows: ContactRows,
  range: RowRange,
  oid: string | null,
) =>
  blocksOf(rows, range, oid).map((contacts) => ({
    queryKey: keyOf(scope, 'annotations_of', { contacts: contacts.map(contactText) }),
    queryFn: (context: QueryFunctionContext) => readBlock(context, scope, contacts),
    // Rows shifted by one are another query; old data stays meanwhile.
    placeholderData: (): AnnotationsByContact =>
      Object.assign(
        {},
        ...client
          .getQueriesData<AnnotationsByContact>({ queryKey: keysOf(scope, 'annotations_of') })
          .map(([, known]) => known),
      ) as AnnotationsByContact,
    refetchInterval: POLL_MS,
    staleTime: POLL_MS,
  }))

export const annotationIn = (
  known: readonly { readonly data: AnnotationsByContact | undefined }[],
  call: ListedCallRead,
  oid: string | null,
): Annotation | undefined => {
  const text = contactText(markedOf(call, oid))
  return known.find(({ data }) => data?.[text])?.data?.[text]
}

type RenderAnnotation = (column: AnnotationColumn, mark: Annotation) => CellView

const SHOWN = 256
const TAGS_SHOWN = 2

const absent = (): CellView => ({ content: '–', title: m.annotation_none(), className: 'text-text-3' })

const whenLabel = (at: number) => `${formatDay(dayAt(at, null))}, ${clockTime(at)}`

const titleOf = (text: string, { who, at }: Annotation): string =>
  `${text}\n${m.annotation_cell_last({ who: whoWord(who), when: whenLabel(at) })}`

const CELLS = {
  mark_handled: ({ outcome, outcome_who: who, outcome_at: at }) => {
    if (outcome === null) return null
    const { icon, word } = OUTCOME_LABELS[outcome]
    return {
      content: word(),
      title: [word(), whoWord(who), at === null ? '' : whenLabel(at)].filter(Boolean).join(', '),
      ...iconed(icon, outcome === 'no_answer' ? 'neutral' : 'answered'),
    }
  },
  mark_tags: (mark) =>
    mark.tags.length === 0
      ? null
      : {
          title: titleOf(mark.tags.join(', '), mark),
          className: 'flex items-center gap-1 overflow-hidden',
          content: (
            <>
              {mark.tags.slice(0, TAGS_SHOWN).map((tag) => (
                <bdi key={tag} className="inline-flex min-w-0">
                  <Badge>{tag}</Badge>
                </bdi>
              ))}
              {mark.tags.length > TAGS_SHOWN && (
                <span className="shrink-0 text-12 text-text-3">
                  +{formatNumber(mark.tags.length - TAGS_SHOWN)}
                </span>
              )}
            </>
          ),
        },
  mark_note: (mark) =>
    mark.note === ''
      ? null
      : { content: <bdi>{mark.note.slice(0, SHOWN)}</bdi>, title: titleOf(mark.note, mark) },
  mark_score: (mark) =>
    mark.score === null
      ? null
      : {
          content: formatNumber(mark.score),
          title: titleOf(`${formatNumber(mark.score)} / ${formatNumber(SCORES.length)}`, mark),
        },
} as const satisfies Record<AnnotationColumn, (mark: Annotation) => CellView | null>

export const renderAnnotation: RenderAnnotation = (column, mark) => CELLS[column](mark) ?? absent()
