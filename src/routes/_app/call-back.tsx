import { createFileRoute } from '@tanstack/react-router'
import { CallBackPage } from '#/features/call-back/call-back-page.tsx'
import { arriveWithout } from '#/domain/search-params.ts'
import { CALL_BACK_SWITCH, readCallBackSearch } from '#/features/call-back/search.ts'

export const Route = createFileRoute('/_app/call-back')({
  staticData: {
    arrive: (raw) => arriveWithout(readCallBackSearch(raw)),
    clientSwitch: CALL_BACK_SWITCH,
  },
  validateSearch: (raw) => readCallBackSearch(raw).search,
  component: CallBackPage,
})
