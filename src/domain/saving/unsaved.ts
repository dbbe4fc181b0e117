import { dirtyWork } from './leaving.ts'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Initial values of edited fields, in memory only while they exist. */
const firstValues = new Map<Field, string>()

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement

const valueOf = (field: Field): string =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')
    ? String(field.checked)
    : field.value

const keepFirst = (target: EventTarget | null): void => {
  // Fields outside forms are searches or filters, stored in the address.
  if (isField(target) && !firstValues.has(target) && target.closest('form, dialog') !== null)
    firstValues.set(target, valueOf(target))
}

const onFocusIn = ({ target }: FocusEvent) => {
  for (const field of firstValues.keys()) if (!field.isConnected) firstValues.delete(field)
  keepFirst(target)
}

/** Tracks edits. @returns stop */
export const followTyping = (): (() => void) => {
  document.addEventListener('focusin', onFocusIn)
  // A field may have focus before this loads.
  keepFirst(document.activeElement)
  return () => {
    document.removeEventListener('focusin', onFocusIn)
    firstValues.clear()
  }
}

/**
 * Whether leaving would lose work: a `LeaveGuard`, an open dialog form, or an edited field. False positives are
 * harmless.
 */
export const isUnsaved = (): boolean =>
  dirtyWork.state ||
  document.querySelector('dialog[open] form') !== null ||
  [...firstValues].some(([field, first]) => field.isConnected && valueOf(field) !== first)

/** For `useSyncExternalStore` with {@link isUnsaved}. */
export const onUnsaved = (listener: () => void): (() => void) => {
  const { unsubscribe: stop } = dirtyWork.subscribe(listener)
  const events = ['input', 'change', 'click', 'keyup'] as const
  for (const event of events) document.addEventListener(event, listener)
  return () => {
    stop()
    for (const event of events) document.removeEventListener(event, listener)
  }
}
