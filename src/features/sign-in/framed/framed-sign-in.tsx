import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { embeddingQuery, redeemCode } from '#/api/embed.ts'
import { isApiError } from '#/api/error.ts'
import { askForSession } from '#/api/session.ts'
import { EMBED_SIGN_IN } from '#/contract/embed/embed.ts'
import type { Session } from '#/contract/session.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { useIsReauthentication } from '#/domain/session/reauthentication.ts'
import { onSessionElsewhere } from '#/domain/session/sign-out.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { PasswordSignIn } from '../password-sign-in.tsx'
import { SessionEnded } from '../session-ended.tsx'
import { signInColumn, SignInFrame, SignInStatus } from '../sign-in-frame.tsx'
import { useEntered } from '../use-entered.ts'
import { codeOf, makeProof, portalOf, type Proof } from './embed-auth.ts'

interface Arrival {
  /** Return address. */
  readonly next: string | undefined
  readonly hasEnded: boolean
}

/**
 * Sign-in in a frame. Same site: the form; company providers refuse frames, and other sites partition cookies, so
 * a pop-up.
 */
export const FramedSignIn = ({ session, ...arrival }: Arrival & { session: Session }) => {
  const { data: embedding } = useQuery({ ...embeddingQuery, throwOnError: true })
  if (embedding === undefined) return null
  const isForeign = embedding?.cookie === 'partitioned'
  if (!isForeign && session.sign_in === 'session')
    return <PasswordSignIn {...arrival} samples={session.sample} />
  return (
    <PopUpSignIn
      {...arrival}
      portal={isForeign ? portalOf(embedding.ancestors) : null}
      isForeign={isForeign}
    />
  )
}

/** Expired codes are refused like passwords. */
const failureText = (error: unknown): string =>
  isApiError(error, 'session-ended') ? m.company_sign_in_expired() : errorText(error)

/** Fits most providers' pages. */
const POP_UP = 'popup,width=520,height=720'

const PopUpSignIn = ({
  next,
  hasEnded,
  portal,
  isForeign,
}: Arrival & {
  /** Null: unnecessary or unknown. */
  portal: string | null
  isForeign: boolean
}) => {
  const entered = useEntered(next)
  const isReauthentication = useIsReauthentication()
  const [proof, setProof] = useState<Proof | null>(null)
  const [state, setState] = useState<'idle' | 'waiting' | 'unopened'>('idle')
  const opened = useRef<{ readonly popUp: Window; readonly verifier: string } | null>(null)

  // Created ahead: pop-ups must open synchronously.
  useEffect(() => {
    let isShown = true
    if (proof === null) void makeProof().then((made) => isShown && setProof(made))
    return () => {
      isShown = false
    }
  }, [proof])

  const entering = useMutation({
    mutationFn: async (code: string | null): Promise<Session> => {
      const verifier = opened.current?.verifier
      if (code !== null && verifier !== undefined && portal !== null)
        await redeemCode({ code, verifier, portal })
      return askForSession()
    },
    onSuccess: async (session, code) => {
      if (session.principal === null) {
        // The pop-up may be signed in with unpartitioned cookies.
        if (code === null) entering.reset()
        return
      }
      opened.current?.popUp.close()
      await entered(session)
    },
  })
  const isBlocked = entering.isSuccess && entering.data.principal === null

  const onMessage = useEffectEvent((event: MessageEvent<unknown>) => {
    const code = codeOf(event, opened.current?.popUp ?? null)
    if (code !== null && isForeign) entering.mutate(code)
  })
  const onSignedIn = useEffectEvent((principal: string | null) => {
    if (principal !== null) entering.mutate(null)
  })
  useEffect(() => {
    addEventListener('message', onMessage)
    const stop = onSessionElsewhere(onSignedIn)
    return () => {
      removeEventListener('message', onMessage)
      stop()
    }
  }, [])

  const signIn = () => {
    if (proof === null) return
    const address = isForeign
      ? `${EMBED_SIGN_IN}?${new URLSearchParams({ portal: portal ?? '', challenge: proof.challenge })}`
      : '/signed-in'
    opened.current?.popUp.close()
    const popUp = window.open(address, '_blank', POP_UP)
    opened.current = popUp && { popUp, verifier: proof.verifier }
    setState(popUp ? 'waiting' : 'unopened')
    entering.reset()
    setProof(null)
  }

  const canSignIn = !isForeign || portal !== null
  return (
    <SignInFrame>
      <section aria-labelledby="sign-in-heading" className={signInColumn}>
        <h1 id="sign-in-heading" className="mb-2 text-28">
          {m.sign_in()}
        </h1>
        {isBlocked ? (
          <SignInStatus icon="alert">{m.cookies_blocked_in_frame()}</SignInStatus>
        ) : entering.isError ? (
          <SignInStatus icon="alert">{failureText(entering.error)}</SignInStatus>
        ) : state === 'unopened' ? (
          <SignInStatus icon="alert">{m.pop_up_unopened()}</SignInStatus>
        ) : (
          hasEnded && (isReauthentication || state === 'idle') && <SessionEnded />
        )}
        <p className="text-text-2">
          {!canSignIn
            ? m.portal_unknown()
            : state === 'waiting' && !isBlocked
              ? m.pop_up_open()
              : m.pop_up_opens()}
        </p>
        {canSignIn && (
          <Button
            variant="primary"
            size="lg"
            pending={proof === null || entering.isPending}
            className="w-full"
            onClick={signIn}
          >
            {m.pop_up_sign_in()}
          </Button>
        )}
      </section>
    </SignInFrame>
  )
}
