import { createFileRoute } from '@tanstack/react-router'
import { CallBackPage } from '#/features/call-back/call-back-page.tsx'
import { CALL_BACK_SWITCH, readCallBackSearch } from '#/features/call-back/search.ts'

/** Callers who did not get through, as a list to work through. */
export const Route = createFileRoute('/_app/call-back')({
  staticData: { clientSwitch: CALL_BACK_SWITCH },
  validateSearch: readCallBackSearch,
  component: CallBackPage,
})
