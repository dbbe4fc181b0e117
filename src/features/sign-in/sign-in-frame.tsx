import { useQuery } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { sessionQuery } from '#/api/session.ts'
import { safeNext } from '#/contract/sign-in/pages.ts'
import { LanguageMenu, ThemeMenu } from '#/domain/preferences/appearance-menus.tsx'
import { isFramed, unframed } from '#/domain/session/framed.ts'
import { useIsReauthentication } from '#/domain/session/reauthentication.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { BrandMark } from '#/ui/brand-mark.tsx'
import { classNames } from '#/ui/class-names.ts'
import { buttonClass, linkClass } from '#/ui/control/button.tsx'
import { Icon, type IconName } from '#/ui/icon.tsx'
import { ToastRegion } from '#/ui/overlay/toast.tsx'

export const signInColumn =
  'mx-auto grid w-full max-w-86 content-center gap-4 self-center pb-12 phone:max-w-none phone:py-4'

/** @param aside beside it, or below on a phone */
export const SignInFrame = ({ aside, children }: { aside?: ReactNode; children: ReactNode }) => (
  <main
    className={classNames(
      'grid',
      // A portal's frame may be higher than its window.
      isFramed() ? 'min-h-[min(100dvh,37.5rem)]' : 'min-h-dvh',
      aside ? 'grid-cols-[minmax(0,5fr)_minmax(0,6fr)] phone:grid-cols-1' : 'grid-cols-1',
    )}
  >
    <div className="grid grid-cols-[minmax(0,1fr)] grid-rows-[minmax(64px,auto)_1fr_64px] px-16 phone:grid-rows-[minmax(64px,auto)_1fr_56px] phone:px-4">
      <div className="flex flex-wrap items-center gap-x-2 phone:py-3">
        <BrandMark />
        <p className="text-15 font-semibold">Callboard</p>
        {isFramed() && <OwnWindow />}
      </div>
      <div className="grid content-center">
        {children}
        <Help />
      </div>
      <footer className="-mx-2 flex items-center gap-3">
        {/* Changing the language would remount the page below. */}
        {useIsReauthentication() || <LanguageMenu />}
        <ThemeMenu />
      </footer>
    </div>
    {aside}
    <ToastRegion dismissLabel={m.dismiss()} />
  </main>
)

const Help = () => {
  const { data } = useQuery(sessionQuery)
  const { url = null, text = null } = data?.help ?? {}
  if (url === null && text === null) return null
  return (
    <p className="mx-auto -mt-6 mb-12 w-full max-w-86 text-13 wrap-anywhere text-text-2 phone:mt-0 phone:mb-4 phone:max-w-none">
      {text}{' '}
      {url !== null && (
        <a href={url} target="_blank" rel="noopener noreferrer" className={linkClass}>
          {m.help()}
        </a>
      )}
    </p>
  )
}

/** Shows the origin, as frames have no address bar. */
const OwnWindow = () => {
  const { next }: { next?: string } = useSearch({ strict: false })
  // The address belongs to the page below.
  const isReauthentication = useIsReauthentication()
  const { location: here } = useRouter().state
  return (
    <>
      <span className="min-w-0 truncate text-13 text-text-3">{location.host}</span>
      <a
        href={unframed(isReauthentication ? here.href : safeNext(next))}
        target="_blank"
        rel="noopener"
        className={classNames(
          buttonClass({ variant: 'ghost' }),
          'ml-auto phone:-ml-3 phone:w-full phone:justify-start',
        )}
      >
        {m.open_in_new_tab()}
        <Icon name="arrow-up-right" />
      </a>
    </>
  )
}

export const SignInStatus = ({ icon, children }: { icon: IconName; children: ReactNode }) => (
  <p
    role="status"
    className="flex items-start gap-2 rounded-2 bg-warning-soft px-3 py-2 text-13 text-warning"
  >
    <Icon name={icon} className="mt-0.5 shrink-0" />
    {children}
  </p>
)
