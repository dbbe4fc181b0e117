import { createFileRoute } from '@tanstack/react-router'
import { JournalPage } from '#/features/journal/journal-page.tsx'
import { prefetchJournal } from '#/features/journal/prefetch.ts'
import { OidAddress } from '#/features/objects/object/oid-address.tsx'
import {
  arriveAtJournal,
  JOURNAL_SWITCH,
  journalPart,
  readJournalSearch,
} from '#/domain/contact-list/search.ts'

export const Route = createFileRoute('/_app/objects/$oid/calls/')({
  staticData: { arrive: arriveAtJournal, clientSwitch: JOURNAL_SWITCH },
  validateSearch: (raw) => readJournalSearch(raw).search,
  loaderDeps: ({ search }) => journalPart(search),
  loader: ({ context, deps, location, params, cause }) =>
    prefetchJournal(context, params.oid, deps, location.state, cause),
  component: function ObjectJournal() {
    const { oid } = Route.useParams()
    return (
      <>
        <OidAddress oid={oid} to="/objects/$oid/calls" />
        <JournalPage oid={oid} />
      </>
    )
  },
})
