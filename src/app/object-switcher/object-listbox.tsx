import { useLocation, useNavigate } from '@tanstack/react-router'
import type { ObjectList } from '#/api/objects.ts'
import { isReadable } from '#/contract/field.ts'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { matchingOptions } from '#/ui/control/match.ts'
import { SearchListbox } from '#/ui/control/search-listbox.tsx'
import { showToast } from '#/ui/overlay/toast.tsx'
import { objectDetail, objectName } from '#/domain/cells/object-name.ts'
import { ownFilterNames } from '#/domain/client/use-switch-client.ts'
import { retainForObject } from '#/domain/contact-list/search.ts'
import { keepCaller, readCaller } from '#/domain/session/caller.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { OBJECT_IN_SEARCH } from '#/domain/navigation-context.ts'

const ALL = ''
const OBJECT_PAGE = /^\/objects\/[^/]+\/?$/

/** Objects with calls; navigates within the kind of page. */
export const ObjectListbox = ({
  list,
  oid,
  onClose,
}: {
  list: ObjectList
  oid: string | null
  onClose: () => void
}) => {
  const navigate = useNavigate()
  const { scope } = useSignedIn()
  const { pathname, search, state } = useLocation()

  const switchTo = (id: string) => {
    onClose()
    if (OBJECT_PAGE.test(pathname)) {
      void navigate(id === ALL ? { to: '/objects' } : { to: '/objects/$oid', params: { oid: id } })
      return
    }
    if (OBJECT_IN_SEARCH.test(pathname)) {
      void navigate({
        to: '.',
        search: ({ object: _before, ...others }) => (id === ALL ? others : { ...others, object: id }),
      })
      return
    }
    // A contact's address has no filters; its journal's has.
    const { retained, dropped } = retainForObject(state.journal?.search ?? search)
    const to = id === ALL ? '/calls' : '/objects/$oid/calls'
    void navigate({
      to,
      params: { oid: id },
      search: retained,
      state: keepCaller(readCaller(state, scope), scope),
    })
    if (dropped.length > 0) showToast({ text: m.switch_dropped({ names: ownFilterNames(dropped) }) })
  }
  const options = [
    { id: ALL, label: m.all_objects() },
    ...list.objects.filter(isReadable).map((object) => ({
      id: object.oid,
      label: objectName(object),
      note: objectDetail(object) ?? undefined,
      aside: object.calls_count === null ? undefined : formatNumber(object.calls_count),
    })),
  ]
  return (
    <div className="px-2 pt-2 pb-2">
      <SearchListbox
        label={m.nav_objects()}
        placeholder={m.object_search_hint()}
        find={(query) => ({ groups: [{ id: 'objects', options: matchingOptions(options, query) }] })}
        selected={oid ?? ALL}
        onSelect={switchTo}
        empty={m.object_none_found()}
      />
    </div>
  )
}
