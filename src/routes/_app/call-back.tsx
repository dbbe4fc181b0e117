import { createFileRoute } from '@tanstack/react-router'
import { CallBackPage } from '#/features/call-back/call-back-page.tsx'
import { CALL_BACK_SWITCH, readCallBackSearch } from '#/features/call-back/search.ts'

export const Route = createFileRoute('/_app/call-back')({
  staticData: { clientSwitch: CALL_BACK_SWITCH },
  validateSearch: readCallBackSearch,
  component: CallBackPage,
})
