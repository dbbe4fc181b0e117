import type { AgencyRead, UpdateAgencyBody } from '#/contract/agency.ts'
import { m } from '#/i18n/paraglide/messages.js'

/** Body of `PUT /v2/agency`: all four fields (API document 4.2). Empty fields are strings, not null. */
export type Settings = UpdateAgencyBody['agency'] & { readonly phone_number: string }

export const SETTINGS = ['name', 'domain', 'phone_number', 'is_active'] as const satisfies (keyof Settings)[]

export const SETTING_WORD = {
  name: m.agency_name,
  domain: m.agency_domain,
  phone_number: m.agency_phone_number,
  is_active: m.agency_is_active,
} as const satisfies Record<keyof Settings, () => string>

/** Form values. An unreadable `is_active` counts as active: saving another field must not deactivate the agency. */
export const settingsOf = ({
  name,
  domain,
  phone_number,
  is_active,
}: Pick<AgencyRead, keyof Settings>): Settings => ({
  name: name ?? '',
  domain: domain ?? '',
  phone_number: phone_number ?? '',
  is_active: is_active ?? true,
})

export const toSend = ({ name, domain, phone_number, is_active }: Settings): Settings => ({
  name: name.trim(),
  domain: domain.trim(),
  phone_number: phone_number.trim(),
  is_active,
})

/** A host with a dot: letters of any language, digits and hyphens. */
const DOMAIN =
  /^(?=.{4,253}$)(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])$/u

/** `northline.ru` without scheme or path; empty is valid. */
export const isDomain = (text: string): boolean => text.trim() === '' || DOMAIN.test(text.trim())

/** Names of settings that differ, ignoring surrounding spaces. */
export const changedSettings = (saved: Settings, edits: Partial<Settings>): (keyof Settings)[] => {
  const edited = toSend({ ...saved, ...edits })
  return SETTINGS.filter((name) => edited[name] !== toSend(saved)[name])
}
