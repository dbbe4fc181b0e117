import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isApiError } from '#/api/error.ts'
import { signIn, signInWithKey } from '#/api/session.ts'
import type { SampleSignIn, SampleAccount } from '#/contract/session.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { isFramed } from '#/domain/session/framed.ts'
import { useIsReauthentication } from '#/domain/session/reauthentication.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button, LinkButton } from '#/ui/control/button.tsx'
import { TextField } from '#/ui/control/field.tsx'
import { SessionEnded } from './session-ended.tsx'
import { signInColumn, SignInFrame, SignInStatus } from './sign-in-frame.tsx'
import { useEntered } from './use-entered.ts'

type Way = 'password' | 'key'

const WORDS = {
  agency_manager: { title: m.sample_agency_manager, note: m.sample_agency_manager_note },
  marketer: { title: m.sample_marketer, note: m.sample_marketer_note },
  small_marketer: { title: m.sample_small_marketer, note: m.sample_small_marketer_note },
  client: { title: m.sample_client, note: m.sample_client_note },
  statistics_only: { title: m.sample_statistics_only, note: m.sample_statistics_only_note },
  no_objects: { title: m.sample_no_objects, note: m.sample_no_objects_note },
  edge_cases: { title: m.sample_edge_cases, note: m.sample_edge_cases_note },
} as const satisfies Record<SampleAccount, { title: () => string; note: () => string }>

/** Sample accounts with public passwords. */
const SampleSignIns = ({
  samples,
  onFillIn,
}: {
  samples: readonly SampleSignIn[]
  onFillIn: (sample: SampleSignIn) => void
}) => (
  <section
    aria-labelledby="samples-heading"
    className="grid content-center border-l border-line bg-rail px-16 py-12 phone:border-t phone:border-l-0 phone:px-4 phone:py-6"
  >
    <h2 id="samples-heading" className="text-16">
      {m.sample_sign_ins()}
    </h2>
    <p className="mt-1 mb-6 max-w-[52ch] text-text-2">{m.sample_sign_ins_text()}</p>
    <ul className="border-b border-line-strong">
      {samples.map((sample) => {
        const { title, note } = WORDS[sample.account]
        return (
          <li
            key={sample.email}
            className="grid grid-cols-[minmax(0,1fr)_minmax(0,268px)_auto] items-center gap-4 border-t border-line-strong py-3 text-13 max-[1179px]:grid-cols-[minmax(0,1fr)_auto]"
          >
            <div>
              <h3 className="text-14">{title()}</h3>
              <p className="text-text-3">{note()}</p>
            </div>
            <dl className="grid grid-cols-[72px_minmax(0,1fr)] max-[1179px]:col-span-2 max-[1179px]:row-start-2">
              <dt className="text-text-3">{m.email()}</dt>
              <dd className="truncate select-all">{sample.email}</dd>
              <dt className="text-text-3">{m.password()}</dt>
              <dd className="truncate select-all">{sample.password}</dd>
            </dl>
            <Button aria-label={m.fill_in_for({ role: title() })} onClick={() => onFillIn(sample)}>
              {m.fill_in()}
            </Button>
          </li>
        )
      })}
    </ul>
  </section>
)

/** Sign-in by the password or the key of an API user. */
export const PasswordSignIn = ({
  next,
  hasEnded,
  samples,
}: {
  /** Return address. */
  next: string | undefined
  hasEnded: boolean
  /** Null: a real API. */
  samples: readonly SampleSignIn[] | null
}) => {
  const entered = useEntered(next)
  // The notice stays after a wrong password.
  const isReauthentication = useIsReauthentication()
  const [way, setWay] = useState<Way>('password')
  const [missing, setMissing] = useState<readonly string[]>([])
  const form = useRef<HTMLFormElement>(null)

  const field = (name: string) => form.current?.elements.namedItem(name) as HTMLInputElement | null
  const opening = useMutation({
    mutationFn: ({ email, password, apiKey }: Record<'email' | 'password' | 'apiKey', string>) =>
      way === 'password' ? signIn(email, password) : signInWithKey(apiKey),
    onSuccess: async (opened) => {
      // Otherwise the browser rejected the cookie.
      if (opened.principal !== null) await entered(opened)
    },
    onError: (error) => {
      const secret = field(way === 'password' ? 'password' : 'api_key')
      // Cleared if wrong; kept after service failures.
      if (secret && isWrong(error)) secret.value = ''
      secret?.focus()
    },
  })

  const submit = (data: FormData) => {
    const read = (name: string) => {
      const value = data.get(name)
      return typeof value === 'string' ? value : ''
    }
    const wanted = way === 'password' ? ['email', 'password'] : ['api_key']
    const empty = wanted.filter((name) => read(name).trim() === '')
    setMissing(empty)
    if (empty[0]) return field(empty[0])?.focus()
    opening.mutate({
      email: read('email').trim(),
      password: read('password'),
      apiKey: read('api_key').trim(),
    })
  }

  const fillIn = (sample: SampleSignIn) => {
    setWay('password')
    setMissing([])
    opening.reset()
    queueMicrotask(() => {
      for (const [name, value] of [
        ['email', sample.email],
        ['password', sample.password],
      ] as const) {
        const input = field(name)
        if (input) input.value = value
      }
      form.current?.querySelector<HTMLElement>('button[type=submit]')?.focus()
    })
  }

  const isBlocked = opening.isSuccess && opening.data.principal === null
  const failure = opening.isError ? failureText(opening.error, way) : undefined
  return (
    <SignInFrame aside={samples && <SampleSignIns samples={samples} onFillIn={fillIn} />}>
      <form
        ref={form}
        noValidate
        aria-labelledby="sign-in-heading"
        onSubmit={(event) => {
          event.preventDefault()
          submit(new FormData(event.currentTarget))
        }}
        className={signInColumn}
      >
        <h1 id="sign-in-heading" className="mb-2 text-28">
          {m.sign_in()}
        </h1>
        {isBlocked && (
          <SignInStatus icon="alert">
            {isFramed() ? m.cookies_blocked_in_frame() : m.cookies_blocked()}
          </SignInStatus>
        )}
        {hasEnded && (isReauthentication || opening.isIdle) && <SessionEnded />}
        {way === 'password' ? (
          <>
            <TextField
              key="email"
              label={m.email()}
              name="email"
              type="email"
              size="lg"
              autoComplete="username"
              autoFocus={!isFramed()}
              error={missing.includes('email') ? m.email_missing() : undefined}
            />
            <TextField
              key="password"
              label={m.password()}
              name="password"
              type="password"
              size="lg"
              autoComplete="current-password"
              error={missing.includes('password') ? m.password_missing() : failure}
            />
          </>
        ) : (
          <TextField
            key="api_key"
            label={m.api_key()}
            name="api_key"
            type="password"
            size="lg"
            autoComplete="off"
            autoFocus={!isFramed()}
            hint={m.api_key_hint()}
            error={missing.includes('api_key') ? m.api_key_missing() : failure}
          />
        )}
        <Button type="submit" variant="primary" size="lg" pending={opening.isPending} className="mt-2 w-full">
          {m.sign_in_submit()}
        </Button>
        <p>
          <LinkButton
            onClick={() => {
              opening.reset()
              setMissing([])
              setWay(way === 'password' ? 'key' : 'password')
            }}
          >
            {way === 'password' ? m.use_api_key() : m.use_password()}
          </LinkButton>
        </p>
      </form>
    </SignInFrame>
  )
}

/** Same message for wrong passwords and unknown users. */
const isWrong = (error: unknown) => isApiError(error, 'session-ended', 'rejected')

const failureText = (error: unknown, way: Way): string => {
  if (isWrong(error)) return way === 'password' ? m.wrong_pair() : m.wrong_key()
  if (isApiError(error, 'rate-limited')) {
    const seconds = error.retryAfter ?? 60
    return seconds < 120
      ? m.too_many_tries({ seconds })
      : m.too_many_tries_minutes({ minutes: Math.ceil(seconds / 60) })
  }
  return errorText(error)
}
