import { createStore } from '@tanstack/react-store'
import * as z from 'zod/mini'
import { cancelExport, fetchExport } from '#/api/exports/contact-exports.ts'
import type { Scope } from '#/api/client.ts'
import { saveFile } from '#/domain/files/save-file.ts'

/*
 * Exports started in this window, by account and client, restored after navigation or reload. Their state is the
 * server's.
 */

const KEY = 'callboard.exports'

const storedExports = z.record(z.string(), z.object({ id: z.string(), isSaved: z.boolean() }))
type StoredExports = z.infer<typeof storedExports>

const scopeKey = ({ principal, client }: Scope) => JSON.stringify([principal, client])

const read = (): StoredExports => {
  try {
    return storedExports.parse(JSON.parse(sessionStorage.getItem(KEY) ?? '{}'))
  } catch {
    return {}
  }
}

const changes = createStore(0)
export const onExports = (listener: () => void): (() => void) => changes.subscribe(listener).unsubscribe

const write = (all: StoredExports) => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(all))
  } catch {
    // Without storage the file isn't offered; it expires in an hour.
  }
  changes.setState((count) => count + 1)
}

/** Null: none. */
export const currentExport = (scope: Scope): string | null => read()[scopeKey(scope)]?.id ?? null

export const rememberExport = (scope: Scope, id: string): void =>
  write({ ...read(), [scopeKey(scope)]: { id, isSaved: false } })

const saving = new Map<string, Promise<void>>()

/** Downloads the file. @throws ApiError */
export const saveExport = async (scope: Scope, { id, file_name }: { id: string; file_name: string }) => {
  const save = async () => saveFile(await fetchExport(scope, id), file_name)
  const running = save()
  saving.set(id, running)
  await running.finally(() => saving.delete(id))
}

/** True once for each export: a reload or a second place that shows it doesn't download it again. */
export const isFirstSave = (scope: Scope, id: string): boolean => {
  const now = read()[scopeKey(scope)]
  if (now?.id !== id || now.isSaved) return false
  write({ ...read(), [scopeKey(scope)]: { id, isSaved: true } })
  return true
}

/** Forgets the export; the server cancels it and removes its file. */
export const dismissExport = async (scope: Scope): Promise<void> => {
  const id = currentExport(scope)
  if (id === null) return
  const { [scopeKey(scope)]: _gone, ...rest } = read()
  write(rest)
  await saving.get(id)?.catch(() => undefined)
  await cancelExport(scope, id)
}

/** Whether the dialog shows it, so that the banner doesn't. */
export const exportDialog = createStore(false)
