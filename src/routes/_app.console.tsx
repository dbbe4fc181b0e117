import { createFileRoute } from '@tanstack/react-router'
import { ConsolePage } from '#/features/console/console-page.tsx'
import { textsOf } from '#/domain/search-params.ts'

/** The service's API itself. Which endpoint is in the address; what is asked of it is not: it may be a caller's number. */
export const Route = createFileRoute('/_app/console')({
  // Undefined takes the place of what the raw address says.
  validateSearch: (raw): { endpoint?: string | undefined; view?: string | undefined } => {
    const { endpoint, view } = textsOf(raw)
    return { endpoint, view }
  },
  staticData: {
    clientSwitch: { to: '/console', keep: (search) => ({ kept: textsOf(search), dropped: [] }) },
  },
  component: ConsolePage,
})
