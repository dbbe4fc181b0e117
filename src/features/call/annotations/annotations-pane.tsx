import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { annotationQuery } from '#/api/annotations/annotations.ts'
import { OUTCOMES, SCORES, type Annotation } from '#/contract/annotations/annotations.ts'
import { NoteDialog } from '#/domain/annotations/note-dialog.tsx'
import { whoWord } from '#/domain/annotations/annotation-labels.ts'
import { OUTCOME_LABELS, outcomeLine } from '#/domain/annotations/outcome-labels.ts'
import {
  showAnnotationConflict,
  useInTurn,
  useSaveAnnotation,
  useSetOutcome,
} from '#/domain/annotations/use-save-annotation.ts'
import { momentLabel } from '#/domain/cells/moment-labels.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { LoadedPart } from '#/domain/notice/loaded-part.tsx'
import { useSaveBlocked } from '#/domain/saving/use-save-blocked.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { callerName, type Contact } from '#/features/call/contact.ts'
import { StoredInCallboard } from '#/domain/notice/stored-in-callboard.tsx'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Section } from '#/ui/data/section.tsx'
import { showToast } from '#/ui/overlay/toast.tsx'
import { SkeletonLines } from '#/ui/state/skeleton.tsx'
import { Tags } from './tags.tsx'

const scoreLabel = (score: number) => m.annotations_score_of({ score: formatNumber(score) })

/** Annotations, shared by the account. */
export const AnnotationsPane = ({ contact }: { contact: Contact }) => {
  const { scope } = useSignedIn()
  const options = annotationQuery(scope, { oid: contact.oid, id: contact.call.id })
  const query = useQuery(options)
  return (
    <Section
      title={m.annotations_title()}
      note={<StoredInCallboard why={m.call_back_kept_why()} />}
      className="print:hidden"
    >
      <LoadedPart
        query={query}
        queryKey={options.queryKey}
        skeleton={<SkeletonLines lines={3} label={m.loading()} />}
      >
        {(mark) => <AnnotationFields mark={mark} about={callerName(contact.call, contact.hidden)} />}
      </LoadedPart>
    </Section>
  )
}

const AnnotationFields = ({ mark, about }: { mark: Annotation; about: string }) => {
  const blocked = useSaveBlocked(true)
  const setOutcome = useSetOutcome()
  const save = useSaveAnnotation()
  const inTurn = useInTurn()
  const { mutate: saveScore } = useMutation({
    mutationFn: (score: number | null) => inTurn(mark, (latest) => save(latest, { score })),
    onSuccess: ({ is, mark: stored }) =>
      is === 'changed' &&
      showAnnotationConflict(
        stored,
        stored.score === null ? m.annotation_no_score() : scoreLabel(stored.score),
      ),
    onError: (error) => showToast({ tone: 'failed', text: errorText(error) }),
  })
  const [noted, setNoted] = useState<Annotation | null>(null)
  const outcome = outcomeLine(mark)

  return (
    <div className="grid gap-3 pt-1 text-13 phone:text-14">
      <div role="group" aria-label={m.col_mark_handled()} className="flex flex-wrap items-center gap-1">
        {OUTCOMES.map((one) => (
          <Button
            key={one}
            aria-pressed={mark.outcome === one}
            variant={mark.outcome === one ? 'primary' : 'default'}
            disabledReason={blocked}
            onClick={() =>
              setOutcome({ before: mark, outcome: mark.outcome === one ? null : one, caller: about })
            }
          >
            {OUTCOME_LABELS[one].word()}
          </Button>
        ))}
        {outcome !== null && <span className="ml-2 text-12 text-text-3">{outcome}</span>}
      </div>
      <div role="group" aria-label={m.annotations_score()} className="flex items-center gap-1">
        <span className="mr-2 text-text-2" aria-hidden="true">
          {m.annotations_score()}
        </span>
        {SCORES.map((score) => (
          <Button
            key={score}
            variant={mark.score === score ? 'primary' : 'ghost'}
            aria-pressed={mark.score === score}
            aria-label={scoreLabel(score)}
            disabledReason={blocked}
            className="tabular-nums"
            onClick={() => saveScore(mark.score === score ? null : score)}
          >
            {formatNumber(score)}
          </Button>
        ))}
      </div>
      <Tags mark={mark} blocked={blocked} />
      <div>
        {mark.note !== '' && (
          <p className="mb-1 whitespace-pre-wrap wrap-anywhere">
            <bdi>{mark.note}</bdi>
          </p>
        )}
        <Button disabledReason={blocked} onClick={() => setNoted(mark)}>
          {mark.note === '' ? m.annotations_add_note() : m.annotations_edit_note()}
        </Button>
      </div>
      {mark.version > 0 && (
        <p className="text-12 text-text-3">
          {m.annotations_last({ who: whoWord(mark.who), when: momentLabel(new Date(mark.at).toISOString()) })}
        </p>
      )}
      <NoteDialog mark={noted} about={about} onClose={() => setNoted(null)} />
    </div>
  )
}
