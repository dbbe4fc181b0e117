import { createFileRoute } from '@tanstack/react-router'
import { ConsolePage } from '#/features/console/console-page.tsx'
import { textsOf } from '#/domain/search-params.ts'

/** Only the endpoint is in the address: parameters may be personal data. */
export const Route = createFileRoute('/_app/console')({
  // Undefined overrides the raw parameter.
  validateSearch: (raw): { endpoint?: string | undefined; view?: string | undefined } => {
    const { endpoint, view } = textsOf(raw)
    return { endpoint, view }
  },
  staticData: {
    clientSwitch: { to: '/console', keep: (search) => ({ kept: textsOf(search), dropped: [] }) },
  },
  component: ConsolePage,
})
