import type { ServiceRead } from '#/api/calls.ts'
import { initials } from '#/ui/data/avatar.tsx'
import { Icon, type IconName } from '#/ui/icon.tsx'

/** What the documented services are for (API document 2.8); the others go by the letters of their name. */
const DOCUMENTED: ReadonlyMap<string | null | undefined, IconName> = new Map([
  ['c_f', 'form'],
  ['SMS', 'sms'],
  ['feedback', 'survey'],
  ['Email', 'mail'],
])

/** A service's mark, drawn by us: its logo is an image of another host, which would learn who reads what. */
export const ServiceMark = ({ title, services }: { title: string; services: readonly ServiceRead[] }) => {
  const icon = DOCUMENTED.get(services.find(({ service_name }) => service_name === title)?.name)
  return (
    <span
      aria-hidden="true"
      {...(!icon && { 'data-initials': initials(title) })}
      className="grid size-5 shrink-0 place-items-center rounded-1 bg-press text-11 font-semibold text-text-2 before:content-[attr(data-initials)]"
    >
      {icon && <Icon name={icon} size={12} />}
    </span>
  )
}
