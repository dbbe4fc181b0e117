import * as z from 'zod/mini'

/*
 * An agency's logo for reports: `GET`, `PUT` and `DELETE /api/agency-logo`, for agency managers. Sanitised on
 * save, and shown only as an image's `data:` address, where no script runs.
 */

export const AGENCY_LOGO_PATH = '/agency-logo'

export const LOGO_MAX_BYTES = 100 * 1024
export const LOGO_TYPES = ['image/png', 'image/svg+xml'] as const

/** The chosen file in Base64. Errors of the field `logo`: `type`, `size` or `unsafe`. */
export const agencyLogoBody = z.strictObject({
  // Base64 is 4/3 of the size; larger files are refused with their reason.
  data: z.string().check(z.maxLength(LOGO_MAX_BYTES * 4)),
})

/** `data:image/png;base64,…`, or null. */
export const agencyLogoAnswer = z.object({ logo: z.nullable(z.string()) })
export type AgencyLogoAnswer = z.infer<typeof agencyLogoAnswer>
