import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { needsClient } from '#/domain/session/scope.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { RetryButton } from '#/domain/notice/retry-button.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { useIsPhone } from '#/ui/use-is-phone.ts'
import { composePalette, untypedOrder } from './compose.ts'
import type { PaletteSource, PaletteItem } from './item.ts'
import { PaletteList } from './palette-list.tsx'
import { useCaller, useRecentContacts, useTextSearch } from './use-contacts.ts'
import { useClients, useObjects, usePages, useSavedViews, useIsEmbedded } from './use-places.ts'
import { privacyModeItem } from '#/app/privacy-mode/privacy-mode-item.ts'
import { speak, THEME_LABELS } from '#/domain/preferences/appearance-menus.tsx'
import { getTheme, setTheme, subscribeTheme, THEMES } from '#/domain/preferences/theme.ts'
import { useSignOut } from '#/domain/session/use-sign-out.ts'
import { getLocale, LOCALE_NAMES, LOCALES } from '#/i18n/locale.ts'

/** Fixed top edge; inline, to keep it out of the initial style sheet. */
const DESK = { maxWidth: 640, maxHeight: 'min(560px, calc(100dvh - 128px))', margin: '104px auto auto' }
const PHONE = { maxWidth: 'none', height: '100dvh', maxHeight: '100dvh', margin: 0, borderRadius: 0 }

interface Contents {
  readonly onClose: () => void
  readonly onShortcuts: () => void
}

export const Palette = ({
  isOpen,
  ...contents
}: {
  isOpen: boolean
} & Contents) => {
  const { onClose } = contents
  const dialog = useRef<HTMLDialogElement>(null)
  const isPhone = useIsPhone()
  useEffect(() => {
    if (!isOpen) return dialog.current?.close()
    dialog.current?.showModal()
    dialog.current?.querySelector('input')?.focus()
  }, [isOpen])
  return (
    <dialog
      ref={dialog}
      aria-label={m.palette_title()}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // Asynchronous: it may be open again.
      onClose={({ currentTarget }) => {
        if (isOpen && !currentTarget.open) onClose()
      }}
      // Light dismiss, where supported.
      closedby="any"
      style={isPhone ? PHONE : DESK}
      className="w-full overflow-hidden rounded-3 bg-raised p-0 text-text shadow-float backdrop:bg-scrim motion-safe:open:animate-rise forced-colors:border"
    >
      {isOpen && <Content {...contents} />}
    </dialog>
  )
}

const PAUSE_MS = 250

const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

const Content = ({ onClose, onShortcuts }: Contents) => {
  const { session, scope } = useSignedIn()
  const [query, setQuery] = useState('')
  const pages = usePages()
  const objects = useObjects()
  const clients = useClients()
  const views = useSavedViews()
  const recent = useRecentContacts()
  const caller = useCaller(query, useSettled(query))
  const texts = useTextSearch(query)
  const actions = useActions({ onShortcuts })
  const isTyped = query.trim() !== ''
  const sections = composePalette(
    {
      caller: { items: caller, isDerived: true },
      pages: { items: pages },
      objects: { items: objects.items },
      clients: { items: clients.items, untyped: clients.recent },
      views: { items: views },
      recent: { items: recent },
      texts: { items: texts, isDerived: true },
      actions: { items: actions },
    },
    query,
  )
  const noClient = needsClient(session, scope)
  return (
    <PaletteList
      query={query}
      onQuery={setQuery}
      hint={session.user?.is_agency_manager ? m.palette_hint() : m.palette_hint_own()}
      sections={isTyped ? sections : untypedOrder(sections)}
      onClose={onClose}
    >
      {isTyped && (
        <>
          <SourceNote
            source={objects}
            loading={m.palette_loading_objects()}
            failed={m.palette_failed_objects()}
          />
          <SourceNote
            source={clients}
            loading={m.palette_loading_clients()}
            failed={m.palette_failed_clients()}
          />
          {sections.length === 0 && <p>{m.palette_none({ query: query.trim() })}</p>}
        </>
      )}
      {noClient && <p>{m.palette_no_client()}</p>}
    </PaletteList>
  )
}

const SourceNote = ({
  source: { state, retry },
  loading,
  failed,
}: {
  source: PaletteSource
  loading: string
  failed: string
}) => {
  if (state === 'ready') return null
  if (state === 'loading') return <p>{loading}</p>
  return (
    <p>
      {failed} <RetryButton onPress={retry} />
    </p>
  )
}

const presentation = (): PaletteItem => {
  const { id, icon = 'eye', label, onSelect } = privacyModeItem()
  return { id, icon, label, also: m.palette_also_presenting(), run: onSelect }
}

const useActions = ({ onShortcuts }: { onShortcuts: () => void }): readonly PaletteItem[] => {
  const { session } = useSignedIn()
  const signOut = useSignOut()
  const isEmbedded = useIsEmbedded()
  const theme = useSyncExternalStore(subscribeTheme, getTheme)
  return [
    ...THEMES.filter((one) => one !== theme).map((one) => ({
      id: `theme ${one}`,
      icon: THEME_LABELS[one].icon,
      label: m.palette_theme({ name: THEME_LABELS[one].word() }),
      also: m.palette_also_theme(),
      run: () => setTheme(one),
    })),
    ...LOCALES.filter((locale) => locale !== getLocale()).map((locale) => ({
      id: `language ${locale}`,
      icon: 'language' as const,
      label: m.palette_language({ name: LOCALE_NAMES[locale] }),
      also: m.palette_also_language(),
      run: () => void speak(locale),
    })),
    presentation(),
    {
      id: 'shortcuts',
      icon: 'help',
      label: m.shortcuts_title(),
      also: m.palette_also_shortcuts(),
      run: onShortcuts,
    },
    ...(session.sign_out && !isEmbedded
      ? [
          {
            id: 'sign-out',
            icon: 'sign-out' as const,
            label: m.sign_out(),
            also: m.palette_also_sign_out(),
            run: () => void signOut(),
          },
        ]
      : []),
  ]
}
