import { createFileRoute } from '@tanstack/react-router'
import { arriveWithout } from '#/domain/search-params.ts'
import { ConsolePage } from '#/features/console/console-page.tsx'
import { readConsoleSearch } from '#/features/console/search.ts'

export const Route = createFileRoute('/_app/console')({
  validateSearch: (raw) => readConsoleSearch(raw).search,
  staticData: {
    arrive: (raw) => arriveWithout(readConsoleSearch(raw)),
    clientSwitch: {
      to: '/console',
      keep: (search) => ({ retained: { ...readConsoleSearch(search).search }, dropped: [] }),
    },
  },
  component: ConsolePage,
})
