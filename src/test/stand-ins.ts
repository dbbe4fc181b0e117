/*
 * What jsdom lacks and the pages need only to be there. None of it proves anything about itself: focus, layers, sizes,
 * media and motion are tested in a browser. Imported for its effect, before anything draws.
 */

/** Pixels, as in end-to-end tests. */
const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
let size = DESK

const WIDTH = /^\(width (<=?) (\d+)px\)$/
const isTrue = (query: string): boolean => {
  const [, sign, limit] = WIDTH.exec(query) ?? []
  if (limit === undefined) return query === '(prefers-reduced-motion: reduce)'
  return sign === '<' ? size.width < Number(limit) : size.width <= Number(limit)
}
globalThis.matchMedia = (query) =>
  Object.assign(new EventTarget(), {
    media: query,
    matches: isTrue(query),
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  })

/** Emulates layout by styles. */
const styles = document.createElement('style')

export const setWindow = (isPhone: boolean) => {
  size = isPhone ? PHONE : DESK
  Object.assign(globalThis, { innerWidth: size.width, innerHeight: size.height })
  styles.textContent = `
    [popover]:not([data-shown]) { display: none }
    ${isPhone ? '.phone\\:hidden' : '.desk\\:hidden'} { display: none }`
  document.head.append(styles)
}

Element.prototype.checkVisibility = function () {
  return this.isConnected
}

/** Virtual lists are as large as the window. */
for (const side of ['width', 'height'] as const)
  for (const prefix of ['offset', 'client'])
    Object.defineProperty(HTMLElement.prototype, `${prefix}${side === 'width' ? 'Width' : 'Height'}`, {
      configurable: true,
      get: () => size[side],
    })

/** Reports visibility and size once. */
class Observer<Entry> {
  readonly #tell: (target: Element) => void
  constructor(callback: (entries: Entry[], observer: never) => void, entryOf: (target: Element) => Entry) {
    this.#tell = (target) => callback([entryOf(target)], this as never)
  }
  observe(target: Element) {
    queueMicrotask(() => this.#tell(target))
  }
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}
globalThis.ResizeObserver = class extends Observer<ResizeObserverEntry> {
  constructor(callback: ResizeObserverCallback) {
    super(callback, (target) => {
      const box = [{ inlineSize: size.width, blockSize: size.height }]
      return {
        target,
        contentRect: target.getBoundingClientRect(),
        borderBoxSize: box,
        contentBoxSize: box,
        devicePixelContentBoxSize: box,
      }
    })
  }
}
globalThis.IntersectionObserver = class extends Observer<IntersectionObserverEntry> {
  readonly root = null
  readonly rootMargin = ''
  readonly scrollMargin = ''
  readonly thresholds = []
  constructor(callback: IntersectionObserverCallback) {
    super(callback, (target) => {
      const box = target.getBoundingClientRect()
      return {
        target,
        isIntersecting: true,
        intersectionRatio: 1,
        boundingClientRect: box,
        intersectionRect: box,
        rootBounds: null,
        time: 0,
      }
    })
  }
}

/** State only: no layer, focus or light dismiss. */
const toggle = (element: HTMLElement, isShown: boolean) => {
  if (element.hasAttribute('data-shown') === isShown) return
  const [newState, oldState] = isShown ? ['open', 'closed'] : ['closed', 'open']
  const tell = (type: string) => element.dispatchEvent(Object.assign(new Event(type), { newState, oldState }))
  tell('beforetoggle')
  element.toggleAttribute('data-shown', isShown)
  // Overrides jsdom's closed <dialog>.
  element.style.display = isShown ? 'block' : ''
  queueMicrotask(() => tell('toggle'))
}
Object.assign(HTMLElement.prototype, {
  showPopover(this: HTMLElement) {
    toggle(this, true)
  },
  hidePopover(this: HTMLElement) {
    toggle(this, false)
  },
  scrollTo() {},
  scrollIntoView() {},
})
const onPress = ({ target }: Event) => {
  const button = target instanceof Element ? target.closest('[popovertarget]') : null
  const surface = document.getElementById(button?.getAttribute('popovertarget') ?? '')
  if (surface) toggle(surface, !surface.hasAttribute('data-shown'))
}
/** Lets buttons open and close their popovers. @returns what ends it: the window may be the next test file's as well */
export const standInForInvokers = (): (() => Promise<void>) => {
  document.addEventListener('click', onPress)
  return async () => document.removeEventListener('click', onPress)
}
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true
  },
  close(this: HTMLDialogElement) {
    if (!this.open) return
    this.open = false
    queueMicrotask(() => this.dispatchEvent(new Event('close')))
  },
})

/** Nothing plays and nothing is painted. */
Object.assign(HTMLMediaElement.prototype, {
  load() {},
  pause() {},
  play: () => Promise.resolve(),
})
HTMLCanvasElement.prototype.getContext = () => null

globalThis.scrollTo = () => {}
