import { usePreferences } from '#/domain/preferences/use-preferences.ts'

/** Clients that the user has pinned before the others. */
export const usePinnedClients = (): {
  readonly pinned: ReadonlySet<string>
  readonly setPinned: (client: string, pinned: boolean) => void
} => {
  const { preferences, change } = usePreferences()
  const setPinned = (client: string, pinned: boolean) =>
    change(({ pins }) => {
      const others = (pins?.clients ?? []).filter((one) => one !== client)
      return { pins: { ...pins, clients: pinned ? [...others, client] : others } }
    })
  return { pinned: new Set(preferences.pins?.clients), setPinned }
}
