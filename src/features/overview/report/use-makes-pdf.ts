import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { privacyMode } from '#/i18n/privacy-mode.ts'

/** Whether our server makes the PDF. Masks exist only on this page: the server would print real values. */
export const useMakesPdf = (): boolean => useSignedIn().session.makes_pdf === true && privacyMode === null
