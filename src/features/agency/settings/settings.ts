import type { AgencyRead, UpdateAgencyBody } from '#/contract/agency.ts'
import { m } from '#/i18n/paraglide/messages.js'

/** What `PUT /v2/agency` takes: all four, always (API document 4.2). The form has no null: an empty field is a text. */
export type Settings = UpdateAgencyBody['agency'] & { readonly phone_number: string }

export const SETTINGS = ['name', 'domain', 'phone_number', 'is_active'] as const satisfies (keyof Settings)[]

export const SETTING_WORD = {
  name: m.agency_name,
  domain: m.agency_domain,
  phone_number: m.agency_phone_number,
  is_active: m.agency_is_active,
} as const satisfies Record<keyof Settings, () => string>

/**
 * The settings of an agency as the form holds them. One whose `is_active` cannot be read counts as active: saving
 * another field must never switch an agency off.
 */
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

/** What is sent for what was typed: the same without spaces around it. */
export const toSend = ({ name, domain, phone_number, is_active }: Settings): Settings => ({
  name: name.trim(),
  domain: domain.trim(),
  phone_number: phone_number.trim(),
  is_active,
})

/** A host with a dot in it: letters of any language, digits and hyphens between dots. */
const DOMAIN =
  /^(?=.{4,253}$)(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])$/u

/** Whether a domain can be one: `northline.ru`, without a scheme or a path; an empty one is none. */
export const isDomain = (text: string): boolean => text.trim() === '' || DOMAIN.test(text.trim())

/** Names of the settings in which `edits` differ from `saved`; spaces around a text are no difference. */
export const changedSettings = (saved: Settings, edits: Partial<Settings>): (keyof Settings)[] => {
  const edited = toSend({ ...saved, ...edits })
  return SETTINGS.filter((name) => edited[name] !== toSend(saved)[name])
}
