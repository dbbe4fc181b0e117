import { useNavigate } from '@tanstack/react-router'
import type { ChangeEvent } from 'react'
import { useDraft } from '#/ui/control/use-draft.ts'

/**
 * Search text of a list. It is in the address, replaced while one types, so that Back leads to the same list.
 * @param q of the address
 */
export const useListSearch = (q = '') => {
  const navigate = useNavigate()
  const { text, type, leave } = useDraft(
    q,
    (value) =>
      void navigate({
        to: '.',
        search: (now) => ({ ...now, q: value || undefined }),
        state: true,
        replace: true,
        resetScroll: false,
      }),
  )
  return {
    text,
    clear: () => type(''),
    field: {
      value: text,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => type(target.value),
      onBlur: leave,
    },
  }
}
