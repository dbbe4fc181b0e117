import type { Preferences } from '#/contract/preferences.ts'
import { usePreferences } from '#/domain/preferences/use-preferences.ts'
import { SOURCE_COLUMNS, isInView, type SourceView } from './columns.ts'

/** Stored as the list of columns; the default view is not stored. */
export const withSourceView = (columns: Preferences['columns'], view: SourceView): Preferences => {
  const { shown: _before, ...rest } = columns?.sources ?? {}
  const shown = SOURCE_COLUMNS.map(({ id }) => id).filter((id) => isInView(id, view))
  return { columns: { ...columns, sources: view === 'contacts' ? rest : { ...rest, shown } } }
}

export const useSourceView = (): { readonly view: SourceView; readonly show: (view: SourceView) => void } => {
  const { preferences, change } = usePreferences()
  return {
    view: preferences.columns?.sources?.shown?.includes('spend') === true ? 'cost' : 'contacts',
    show: (view) => change(({ columns }) => withSourceView(columns, view)),
  }
}
