import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { embeddingQuery, giveCode } from '#/api/embed.ts'
import type { EmbedAuthCodeBody } from '#/contract/embed/embed.ts'
import type { Session } from '#/contract/session.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { accountName } from '#/domain/session/account-name.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button, buttonClass } from '#/ui/control/button.tsx'
import { signInColumn, SignInFrame, SignInStatus } from '../sign-in-frame.tsx'
import { handBack } from './embed-auth.ts'

export const EmbedAuthCodePage = ({
  session,
  portal,
  challenge,
}: EmbedAuthCodeBody & { session: Session }) => {
  const { data: embedding } = useQuery({ ...embeddingQuery, throwOnError: true })
  const opener: unknown = window.opener
  const isListed = embedding?.cookie === 'partitioned' && embedding.ancestors.includes(portal)
  const host = URL.parse(portal)?.host ?? portal
  const giving = useMutation({
    mutationFn: () => giveCode({ portal, challenge }),
    onSuccess: (code) => {
      handBack(window.opener as Window, code)
      window.close()
    },
  })
  if (embedding === undefined) return null
  const [title, text] = !isListed
    ? [m.portal_not_listed({ host }), m.portal_not_listed_text()]
    : opener === null
      ? [m.portal_lost(), m.portal_lost_text({ host })]
      : giving.isSuccess
        ? [m.portal_shows({ host }), m.portal_shows_text()]
        : [m.portal_asks({ host }), m.portal_asks_text({ host, name: accountName(session.user) })]
  const needsConfirmation = isListed && opener !== null && !giving.isSuccess
  return (
    <SignInFrame>
      <title>{`${title} · Callboard`}</title>
      <section aria-labelledby="hand-over-heading" className={signInColumn}>
        <h1 id="hand-over-heading" className="text-28 wrap-anywhere">
          {title}
        </h1>
        {giving.isError && <SignInStatus icon="alert">{errorText(giving.error)}</SignInStatus>}
        <p className="wrap-anywhere text-text-2">{text}</p>
        {needsConfirmation ? (
          <>
            <Button
              variant="primary"
              size="lg"
              pending={giving.isPending}
              className="h-auto! min-h-10 py-2 touch:min-h-12 wrap-anywhere whitespace-normal!"
              onClick={() => giving.mutate()}
            >
              {m.portal_allow({ host })}
            </Button>
            <Button size="lg" onClick={() => window.close()}>
              {m.portal_refuse()}
            </Button>
          </>
        ) : (
          !giving.isSuccess && (
            <Link to="/" className={buttonClass({ variant: 'primary', size: 'lg' })}>
              {m.open_callboard()}
            </Link>
          )
        )}
      </section>
    </SignInFrame>
  )
}
