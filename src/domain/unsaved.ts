import { dirtyWork } from './leaving.ts'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** What fields of forms held when the person came to them. In memory only, and no longer than the fields are there. */
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
  // What stands alone on a page is a search or a filter, which the address keeps.
  if (isField(target) && !firstValues.has(target) && target.closest('form, dialog') !== null)
    firstValues.set(target, valueOf(target))
}

const onFocusIn = ({ target }: FocusEvent) => {
  for (const field of firstValues.keys()) if (!field.isConnected) firstValues.delete(field)
  keepFirst(target)
}

/** Notes from here on what is typed on the page. @returns what ends that */
export const followTyping = (): (() => void) => {
  document.addEventListener('focusin', onFocusIn)
  // The person may have come to a field before this is there: it comes after the first picture.
  keepFirst(document.activeElement)
  return () => {
    document.removeEventListener('focusin', onFocusIn)
    firstValues.clear()
  }
}

/**
 * Whether leaving the page loses something: work that a `LeaveGuard` knows of, a form that is open in a dialog, or a field
 * of any form that holds something else than when the person came to it. Rather once too often: what is told of it costs a
 * person nothing.
 */
export const isUnsaved = (): boolean =>
  dirtyWork.now() ||
  document.querySelector('dialog[open] form') !== null ||
  [...firstValues].some(([field, first]) => field.isConnected && valueOf(field) !== first)

/** For `useSyncExternalStore`, with {@link isUnsaved}. */
export const onUnsaved = (listener: () => void): (() => void) => {
  const stop = dirtyWork.on(listener)
  const events = ['input', 'change', 'click', 'keyup'] as const
  for (const event of events) document.addEventListener(event, listener)
  return () => {
    stop()
    for (const event of events) document.removeEventListener(event, listener)
  }
}
