import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { getLocale, LOCALE_NAMES, LOCALES, setLocale, type Locale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Avatar } from '#/ui/data/avatar.tsx'
import { IconButton } from '#/ui/control/button.tsx'
import { classNames } from '#/ui/class-names.ts'
import { Icon, type IconName } from '#/ui/icon.tsx'
import { Menu } from '#/ui/overlay/menu.tsx'
import { showToast } from '#/ui/overlay/toast.tsx'
import { mayLeave } from './leave-guard.tsx'
import { accountName } from './session/account-name.ts'
import { leaveSession } from './session/leave.ts'
import { signOutEverywhere } from './session/sign-out.ts'
import { getTheme, setTheme, subscribeTheme, THEMES, type Theme } from './preference/theme.ts'
import { useSignedIn } from './session/use-signed-in.ts'

/** The page is drawn anew in the other language: what was edited on it goes. */
const speak = async (locale: Locale) => {
  if (await mayLeave()) setLocale(locale)
}

/** Who is signed in, and the way out. */
export const AccountMenu = () => {
  const { session } = useSignedIn()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { user } = session
  const name = accountName(user)
  const leave = async () => {
    if (!(await mayLeave())) return
    try {
      await signOutEverywhere()
    } catch {
      showToast({ tone: 'failed', text: m.sign_out_failed() })
      return
    }
    await leaveSession(queryClient, () => navigate({ to: '/sign-in', ignoreBlocker: true }))
  }
  const facts = [
    [m.account_company(), user?.company_name],
    [m.account_agency(), user?.agency],
    [m.account_email(), user?.email],
    [m.account_roles(), user?.roles.join(', ')],
  ].filter((fact): fact is [string, string] => Boolean(fact[1]))
  return (
    <Menu
      label={m.account()}
      align="end"
      renderTrigger={(trigger) => (
        <button
          type="button"
          {...trigger}
          aria-label={m.account()}
          title={name}
          className="grid size-8 shrink-0 place-items-center rounded-full hover:bg-hover aria-expanded:bg-hover phone:size-10"
        >
          <Avatar name={name} />
        </button>
      )}
      header={
        <div className="max-w-72">
          <p className="truncate text-14 font-semibold">
            <bdi>{name}</bdi>
          </p>
          <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-12">
            {facts.map(([label, value]) => (
              <div key={label} className="contents">
                <dt className="text-text-3">{label}</dt>
                <dd className="truncate text-text-2" title={value}>
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        </div>
      }
      groups={[
        {
          label: m.language(),
          items: LOCALES.map((locale) => ({
            id: locale,
            label: LOCALE_NAMES[locale],
            checked: getLocale() === locale,
            onSelect: () => void speak(locale),
          })),
        },
        { items: [{ id: 'sign-out', label: m.sign_out(), icon: 'sign-out', onSelect: () => void leave() }] },
      ]}
    />
  )
}

const THEME_LOOK = {
  light: { icon: 'sun', word: m.theme_light },
  dark: { icon: 'moon', word: m.theme_dark },
  system: { icon: 'system', word: m.theme_system },
} as const satisfies Record<Theme, { icon: IconName; word: () => string }>

const useThemeMenu = () => {
  const theme = useSyncExternalStore(subscribeTheme, getTheme)
  return {
    theme,
    groups: [
      {
        items: THEMES.map((one) => ({
          id: one,
          label: THEME_LOOK[one].word(),
          icon: THEME_LOOK[one].icon,
          checked: one === theme,
          onSelect: () => setTheme(one),
        })),
      },
    ],
  }
}

/** Theme, as an icon in the header. */
export const ThemeMenu = () => {
  const { theme, groups } = useThemeMenu()
  return (
    <Menu
      label={m.theme()}
      align="end"
      groups={groups}
      renderTrigger={(trigger) => <IconButton {...trigger} icon={THEME_LOOK[theme].icon} label={m.theme()} />}
    />
  )
}

const quietButton =
  'flex h-8 items-center gap-1.5 rounded-2 px-2 text-13 text-text-3 hover:bg-press hover:text-text phone:h-10'

/** Theme, as a word: for pages without a header. */
export const ThemeChoice = () => {
  const { theme, groups } = useThemeMenu()
  return (
    <Menu
      label={m.theme()}
      groups={groups}
      renderTrigger={(trigger) => (
        <button type="button" {...trigger} className={quietButton}>
          <Icon name={THEME_LOOK[theme].icon} />
          <span className="sr-only">{m.theme()} </span>
          {THEME_LOOK[theme].word()}
        </button>
      )}
    />
  )
}

/** Language; `narrow` leaves only its icon. */
export const LanguageMenu = ({ narrow = false, quiet = false }: { narrow?: boolean; quiet?: boolean }) => (
  <Menu
    label={m.language()}
    groups={[
      {
        items: LOCALES.map((locale) => ({
          id: locale,
          label: LOCALE_NAMES[locale],
          checked: getLocale() === locale,
          onSelect: () => void speak(locale),
        })),
      },
    ]}
    renderTrigger={(trigger) => (
      <button
        type="button"
        {...trigger}
        className={
          quiet
            ? quietButton
            : 'flex h-8 items-center gap-3 rounded-2 px-2 text-13 text-text-2 hover:bg-press'
        }
      >
        <Icon name="language" />
        <span className="sr-only">{m.language()} </span>
        <span className={classNames(narrow && 'sr-only')}>{LOCALE_NAMES[getLocale()]}</span>
      </button>
    )}
  />
)
