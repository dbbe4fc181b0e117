import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { cleanTags, TAG_MAX, TAGS_MAX, type Annotation } from '#/contract/annotations/annotations.ts'
import {
  showAnnotationConflict,
  useInTurn,
  useSaveAnnotation,
} from '#/domain/annotations/use-save-annotation.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button, IconButton } from '#/ui/control/button.tsx'
import { TextField } from '#/ui/control/field.tsx'
import { Badge } from '#/ui/data/badge.tsx'
import { showToast } from '#/ui/overlay/toast.tsx'

/** Tags are saved one by one, so concurrent edits merge. */
export const Tags = ({ mark, blocked }: { mark: Annotation; blocked: string | undefined }) => {
  const saveAnnotation = useSaveAnnotation()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | undefined>(undefined)

  const inTurn = useInTurn()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ add: added, remove }: { readonly add?: string; readonly remove?: string }) => {
      const changed = ({ tags }: Annotation) =>
        added === undefined ? tags.filter((tag) => tag !== remove) : cleanTags([...tags, added])
      return inTurn(mark, async (before) => {
        const result = await saveAnnotation(before, { tags: changed(before) })
        return result.is === 'saved' ? result : saveAnnotation(result.mark, { tags: changed(result.mark) })
      })
    },
    onSuccess: ({ is, mark: stored }, { add: added }) => {
      if (is === 'changed') showAnnotationConflict(stored, stored.tags.join(', ') || m.annotation_no_tags())
      else if (added !== undefined) setTyped('')
    },
    onError: (error) => showToast({ tone: 'failed', text: errorText(error) }),
  })
  const problemOf = (tag: string) => {
    if (tag.length > TAG_MAX) return m.annotations_tag_long({ most: formatNumber(TAG_MAX) })
    if (mark.tags.length >= TAGS_MAX) return m.annotations_tags_many({ most: formatNumber(TAGS_MAX) })
    return undefined
  }
  const add = () => {
    const [tag] = cleanTags([typed])
    if (tag === undefined) return setTyped('')
    const found = problemOf(tag)
    setProblem(found)
    if (found === undefined) mutate({ add: tag })
  }
  return (
    <div className="grid gap-2">
      {mark.tags.length > 0 && (
        <ul aria-label={m.annotations_tags()} className="flex flex-wrap gap-x-1 gap-y-1">
          {mark.tags.map((tag) => (
            <li key={tag} className="inline-flex max-w-full items-center">
              <bdi className="min-w-0">
                <Badge>{tag}</Badge>
              </bdi>
              <IconButton
                icon="close"
                label={m.annotations_tag_remove({ tag })}
                disabledReason={blocked}
                onClick={() => mutate({ remove: tag })}
              />
            </li>
          ))}
        </ul>
      )}
      <form
        className="flex items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (blocked === undefined && !isPending) add()
        }}
      >
        <TextField
          label={m.annotations_tag_new()}
          labelHidden
          placeholder={m.annotations_tag_new()}
          autoComplete="off"
          value={typed}
          error={problem}
          className="w-44"
          onChange={(event) => {
            setTyped(event.target.value)
            setProblem(undefined)
          }}
        />
        <Button type="submit" pending={isPending} disabledReason={blocked} className="mt-0.5 touch:mt-1">
          {m.annotations_tag_add()}
        </Button>
      </form>
    </div>
  )
}
