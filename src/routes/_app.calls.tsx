import { createFileRoute } from '@tanstack/react-router'
import { JournalPage } from '#/features/journal/journal-page.tsx'
import { prefetchJournal } from '#/features/journal/prefetch.ts'
import {
  arriveAtJournal,
  JOURNAL_SWITCH,
  journalPart,
  readJournalSearch,
} from '#/domain/contact-list/search.ts'

export const Route = createFileRoute('/_app/calls')({
  staticData: { arrive: arriveAtJournal, clientSwitch: JOURNAL_SWITCH },
  validateSearch: (raw) => readJournalSearch(raw).search,
  loaderDeps: ({ search }) => journalPart(search),
  loader: ({ context, deps, location, cause }) => prefetchJournal(context, null, deps, location.state, cause),
  component: () => <JournalPage oid={null} />,
})
