import type { ComponentType } from 'react'
import { watchable } from '#/api/transport/watched.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { showToast } from '#/ui/overlay/toast.tsx'

/** Put here by the build (`scripts/user-changes.ts`). */
declare const NEWEST_IN_CHANGELOG: string

/** The newest version that tells people something; empty where none does. */
export const NEWEST_CHANGES = NEWEST_IN_CHANGELOG

interface Shown {
  readonly Dialog: ComponentType<{ isOpen: boolean; onClose: () => void }>
  readonly isOpen: boolean
}

/** Dialog "What changed", once it has been asked for. It stays while it is closed: a dialog gives the focus back as it closes. */
export const whatChanged = watchable<Shown | null>(null)

const fetchDialog = () => import('./what-changed-dialog.tsx')

export const showWhatChanged = (): void =>
  void fetchDialog().then(
    ({ WhatChangedDialog: Dialog }) => whatChanged.become({ Dialog, isOpen: true }),
    () => showToast({ tone: 'failed', text: m.error_part_title() }),
  )

export const closeWhatChanged = (): void => {
  const shown = whatChanged.now()
  if (shown) whatChanged.become({ ...shown, isOpen: false })
}
