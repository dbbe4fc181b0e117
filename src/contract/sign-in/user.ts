import {
  flag,
  integer,
  list,
  nested,
  record,
  text,
  textId,
  unknown,
  wrapped,
  type Documented,
} from '../field.ts'
import { obj } from '../object.ts'
import * as z from 'zod/mini'

/** Role of a user (API document 2.1). */
export const role = record('role', { id: integer(), name: text(), translated_name: text() })

/** User returned by sign-in (API document 2.1). The browser never gets `api_key` (G25). */
export const user = record('user', {
  email: textId(),
  contact_name: text(),
  phone_number: text(),
  company_name: text(),
  agency: text(),
  api_key: text(),
  is_agency_manager: flag(),
  business_categories: unknown('array'),
  roles: list(nested(role)),
  objs: list(nested(obj)),
})
export type User = Documented<typeof user>

/** Body of `POST /v2/users/sign_in` (API document 4.2). */
export const signInBody = z.object({ user: z.object({ email: z.string(), password: z.string() }) })
export const signInAnswer = wrapped('user', user)
