import { useNavigate } from '@tanstack/react-router'
import { m } from '#/i18n/paraglide/messages.js'
import { Avatar } from '#/ui/data/avatar.tsx'
import { Menu } from '#/ui/overlay/menu.tsx'
import { accountName } from '#/domain/session/account-name.ts'
import { useSignOut } from '#/domain/session/use-sign-out.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { privacyModeItem } from './privacy-mode/privacy-mode-item.ts'

export const AccountMenu = () => {
  const { session } = useSignedIn()
  const navigate = useNavigate()
  const { user } = session
  const name = accountName(user)
  const signOut = useSignOut()
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
          items: [
            privacyModeItem(),
            {
              id: 'settings',
              label: m.nav_settings(),
              icon: 'settings',
              onSelect: () => void navigate({ to: '/settings' }),
            },
            {
              id: 'live',
              label: m.nav_live(),
              icon: 'system',
              onSelect: () => void navigate({ to: '/live', search: true }),
            },
            ...(session.rights.includes('administer')
              ? [
                  {
                    id: 'audit',
                    label: m.nav_audit(),
                    icon: 'clock' as const,
                    onSelect: () => void navigate({ to: '/audit' }),
                  },
                ]
              : []),
          ],
        },
        // Behind an authenticating proxy, signing out has no effect.
        ...(session.sign_out
          ? [
              {
                items: [
                  {
                    id: 'sign-out',
                    label: m.sign_out(),
                    icon: 'sign-out' as const,
                    onSelect: () => void signOut(),
                  },
                ],
              },
            ]
          : []),
      ]}
    />
  )
}
