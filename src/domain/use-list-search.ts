import { useLocation, useNavigate } from '@tanstack/react-router'
import type { ChangeEvent } from 'react'
import { useDraft } from '#/ui/control/use-draft.ts'

/**
 * Search text of a list. It is in the address, replaced while one types, so that Back leads to the same list; an email
 * address is personal data and in the history entry's state.
 * @param q of the address
 */
export const useListSearch = (q?: string) => {
  const navigate = useNavigate()
  const email = useLocation({ select: ({ state }) => state.email })
  const { text, type, leave } = useDraft(
    q ?? email ?? '',
    (value) =>
      void navigate({
        to: '.',
        search: (now) => ({ ...now, q: value.includes('@') ? undefined : value || undefined }),
        state: (now) => ({ ...now, email: value.includes('@') ? value : undefined }),
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
