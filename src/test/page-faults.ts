/**
 * What the page shows that it must not, whatever it was given: leftovers of the program, links that lead where none may,
 * data that have become markup or run, and more than the window is wide. Read in one go, so that nothing changes
 * meanwhile. Nothing outside of it is named, for it also runs in the pages of end-to-end tests.
 */
export const pageFaults = (): string[] => {
  const NO_VALUE = /^(undefined|NaN|null)$|\[object \w+\]|Invalid Date|\bNaN\b(?=[:,.\d]|$)/
  const SCHEMES = new Set(['http:', 'https:', 'tel:', 'mailto:'])
  const LOADED = ['src', 'action', 'formaction', 'poster', 'data', 'background', 'xlink:href']
  const faults: string[] = []
  const shown = (value: string) => JSON.stringify(value.slice(0, 120))

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode.nodeValue?.trim() ?? ''
    // Raw documents may contain these words.
    if (NO_VALUE.test(text) && !texts.currentNode.parentElement?.closest('pre, code'))
      faults.push(`text ${shown(text)}`)
  }
  for (const element of document.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      if (name.startsWith('on') || name === 'srcdoc') faults.push(`attribute ${name} ${shown(value)}`)
      if ((name === 'title' || name.startsWith('aria-')) && NO_VALUE.test(value))
        faults.push(`${name} ${shown(value)}`)
      const url = name === 'href' || LOADED.includes(name) ? URL.parse(value, document.baseURI) : null
      if (name === 'href' && url && !SCHEMES.has(url.protocol)) faults.push(`link to ${shown(value)}`)
      const leaves =
        name === 'href' && /^https?:$/.test(url?.protocol ?? '') && url?.origin !== location.origin
      if (leaves && !/noopener.*noreferrer/.test(element.getAttribute('rel') ?? ''))
        faults.push(`link without noopener noreferrer to ${shown(value)}`)
      if (LOADED.includes(name) && url?.origin !== location.origin) faults.push(`${name} ${shown(value)}`)
    }
  }
  const smuggled = document.querySelector(
    'main :is(script, img:not([src]), iframe:not([sandbox=""]), object, embed, style)',
  )
  if (smuggled) faults.push(`element ${shown(smuggled.outerHTML)}`)
  if ('__pwn' in globalThis) faults.push('a script of the data has run')
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) faults.push(`${scrollWidth - clientWidth} px too wide`)
  return faults
}
