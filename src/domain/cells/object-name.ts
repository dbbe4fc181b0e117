import type { ObjRead } from '#/contract/object.ts'
import { formatPhone } from '#/i18n/phone.ts'

type Named = Pick<ObjRead, 'oid' | 'title' | 'site_url' | 'own_number'>

/** Host and path without scheme and closing slash; null: the object is only a number. */
export const siteOf = ({ site_url }: Pick<ObjRead, 'site_url'>): string | null =>
  site_url
    ?.trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '') || null

const wordsOf = (object: Named): string[] =>
  [object.title?.trim(), siteOf(object), object.own_number ? formatPhone(object.own_number) : null].filter(
    (word): word is string => Boolean(word),
  )

/** Title, else site, number or id: never empty. */
export const objectName = (object: Named): string => wordsOf(object)[0] ?? object.oid

/** Site, else number; null: already used as the name. */
export const objectDetail = (object: ObjRead): string | null => wordsOf(object)[1] ?? null
