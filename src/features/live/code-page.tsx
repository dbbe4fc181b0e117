import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { isApiError } from '#/api/error.ts'
import { isOfNobody } from '#/api/keys.ts'
import { openWall } from '#/api/live/live.ts'
import { askForSession, sessionQuery } from '#/api/session.ts'
import { LIVE_PAGE, WALL_CODE_DIGITS, wallCodeOf } from '#/contract/live/wall.ts'
import type { Session } from '#/contract/session.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { LanguageMenu, ThemeMenu } from '#/domain/preferences/look-menus.tsx'
import { accountName } from '#/domain/session/account-name.ts'
import { announceSignIn } from '#/domain/session/sign-out.ts'
import { counted } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { BrandMark } from '#/ui/brand-mark.tsx'
import { Button, linkClass } from '#/ui/control/button.tsx'
import { TextField } from '#/ui/control/field.tsx'
import { ToastRegion } from '#/ui/overlay/toast.tsx'

const whyNot = (error: Error): string => {
  if (isApiError(error, 'session-ended')) return m.wall_code_wrong()
  if (isApiError(error, 'rate-limited')) return m.wall_code_too_often()
  return errorText(error)
}

/** As people read digits to each other. */
const spaced = (digits: string) => digits.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3')

/**
 * At the screen: a code is typed, or has come with the link, and becomes this browser's session after a confirmation.
 * @param isEnded it was a screen on the wall until now
 */
export const CodePage = ({ session, isEnded }: { session: Session; isEnded: boolean }) => {
  const router = useRouter()
  const queryClient = useQueryClient()
  const fromLink = useLocation({ select: ({ hash }) => wallCodeOf(hash) })
  const [typed, setTyped] = useState(fromLink === null ? '' : spaced(fromLink))
  const [isChecked, setIsChecked] = useState(false)
  const code = wallCodeOf(typed)
  const open = useMutation({
    mutationFn: openWall,
    onSuccess: async () => {
      const opened = await askForSession()
      // Whoever was signed in here is so no more: nothing they saw is kept.
      queryClient.removeQueries({ predicate: ({ queryKey }) => !isOfNobody(queryKey) })
      queryClient.setQueryData(sessionQuery.queryKey, opened)
      announceSignIn(opened.principal)
      await router.navigate({ to: LIVE_PAGE, search: {}, hash: '', replace: true })
    },
  })
  const problem =
    isChecked && code === null
      ? m.wall_code_digits(counted(WALL_CODE_DIGITS))
      : open.isError
        ? whyNot(open.error)
        : undefined
  return (
    <main className="grid min-h-dvh grid-rows-[64px_1fr_64px] px-16 phone:px-4">
      <title>{`${m.wall_page_title()} · Callboard`}</title>
      <div className="flex items-center gap-2">
        <BrandMark />
        <p className="text-15 font-semibold">Callboard</p>
      </div>
      <form
        noValidate
        className="mx-auto grid w-full max-w-96 content-center gap-4 self-center pb-12"
        onSubmit={(event) => {
          event.preventDefault()
          setIsChecked(true)
          if (code !== null) open.mutate(code)
        }}
      >
        <h1 className="text-24">{m.wall_page_title()}</h1>
        {isEnded && (
          <p role="status" className="rounded-2 bg-warning-soft px-3 py-2 text-13 text-warning">
            {m.wall_ended()}
          </p>
        )}
        <p className="text-text-2">{m.wall_page_text()}</p>
        <TextField
          label={m.wall_code()}
          size="lg"
          inputMode="numeric"
          autoComplete="off"
          autoFocus
          placeholder="000 000 0000"
          maxLength={20}
          value={typed}
          error={problem}
          onChange={(event) => {
            setTyped(event.target.value)
            setIsChecked(false)
            open.reset()
          }}
        />
        {session.principal !== null && (
          <p className="text-13 text-text-2">{m.wall_signs_out({ who: accountName(session.user) })}</p>
        )}
        <Button variant="primary" size="lg" type="submit" pending={open.isPending}>
          {m.wall_show()}
        </Button>
        {session.principal === null && (
          <p className="text-13 text-text-3">
            {m.wall_or()}{' '}
            <Link to="/sign-in" search={{ next: LIVE_PAGE }} className={linkClass}>
              {m.wall_sign_in()}
            </Link>
          </p>
        )}
      </form>
      <footer className="-mx-2 flex items-center gap-3">
        <LanguageMenu />
        <ThemeMenu />
      </footer>
      <ToastRegion dismissLabel={m.dismiss()} />
    </main>
  )
}
