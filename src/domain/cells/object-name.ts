import type { ObjRead } from '#/contract/object.ts'
import { formatPhone } from '#/i18n/phone.ts'

/** What an object is called by. */
type Named = Pick<ObjRead, 'oid' | 'title' | 'site_url' | 'own_number'>

/** The site as people write it, without scheme and closing slash; null for an object that is a number only. */
export const siteOf = ({ site_url }: Pick<ObjRead, 'site_url'>): string | null =>
  site_url
    ?.trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '') || null

/** What tells an object from others, the best first: title, site, number. */
const wordsOf = (object: Named): string[] =>
  [object.title?.trim(), siteOf(object), object.own_number ? formatPhone(object.own_number) : null].filter(
    (word): word is string => Boolean(word),
  )

/** What an object is called: its title, else its site, its number, its identifier. Every object has a name. */
export const objectName = (object: Named): string => wordsOf(object)[0] ?? object.oid

/** What stands under the name: the site, else the number; null when the name has used up what there is. */
export const objectDetail = (object: ObjRead): string | null => wordsOf(object)[1] ?? null
