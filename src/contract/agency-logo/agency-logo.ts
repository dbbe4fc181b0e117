import * as z from 'zod/mini'

/*
 * The picture that an agency has chosen for its reports: `GET`, `PUT` and `DELETE /api/agency-logo`, for agency managers. It is
 * sanitised when it is saved, and only ever shown as the `data:` address of an image, where no script runs.
 */

/** Below `/api`. */
export const AGENCY_LOGO_PATH = '/agency-logo'

export const LOGO_MAX_BYTES = 100 * 1024
export const LOGO_TYPES = ['image/png', 'image/svg+xml'] as const

/** Its file as it was chosen, in Base64. Why it is refused stands by the field `logo`: `type`, `size` or `unsafe`. */
export const agencyLogoBody = z.strictObject({
  // Four letters for three bytes; a larger one is refused with its reason.
  data: z.string().check(z.maxLength(LOGO_MAX_BYTES * 4)),
})

/** `data:image/png;base64,…`; null: none is chosen. */
export const agencyLogoAnswer = z.object({ logo: z.nullable(z.string()) })
export type AgencyLogoAnswer = z.infer<typeof agencyLogoAnswer>
