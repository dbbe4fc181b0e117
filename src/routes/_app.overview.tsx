import { createFileRoute } from '@tanstack/react-router'
import { OverviewPage } from '#/features/overview/overview-page.tsx'
import { readOverviewSearch } from '#/features/overview/search.ts'

/** Reports over the contacts of a period. */
export const Route = createFileRoute('/_app/overview')({
  validateSearch: (raw) => readOverviewSearch(raw).search,
  component: OverviewPage,
})
