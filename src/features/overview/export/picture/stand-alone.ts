import type { ReactElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

/** Color of a token in a form that all programs know: `#2e7d32`. */
export type ColourOf = (token: string) => string

const TOKEN = /var\((--[\w-]+)\)/g

/** Rendered off screen, so that no page styles apply. */
const drawn = (picture: ReactElement): SVGSVGElement => {
  const box = document.createElement('div')
  const root = createRoot(box)
  flushSync(() => root.render(picture))
  const svg = box.querySelector('svg')
  if (svg === null) throw new Error('Nothing was drawn')
  const copy = svg.cloneNode(true) as SVGSVGElement
  root.unmount()
  return copy
}

/** A portable SVG: resolved colors, no styles, classes or web fonts. */
export const standAlone = (picture: ReactElement, colourOf: ColourOf): string => {
  const svg = drawn(picture)
  for (const element of [svg, ...svg.querySelectorAll('*')])
    for (const { name, value } of element.attributes)
      if (value.includes('var('))
        element.setAttribute(
          name,
          value.replace(TOKEN, (_, token: string) => colourOf(token)),
        )
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(svg)}`
}

const SRGB = /^color\(srgb ([\d.e-]+) ([\d.e-]+) ([\d.e-]+)/

/** Light theme tokens: images are used in documents. */
export const lightColours = (): ColourOf => {
  const probe = document.createElement('span')
  probe.className = 'on-paper'
  probe.hidden = true
  const read = (token: string): string => {
    document.body.append(probe)
    // The browser converts: tokens are OKLCH, which few other programs know.
    probe.style.color = `color-mix(in srgb, var(${token}), var(${token}))`
    const parts = SRGB.exec(getComputedStyle(probe).color)?.slice(1) ?? ['0', '0', '0']
    probe.remove()
    const byte = (part: string) =>
      Math.round(Math.min(Math.max(Number(part), 0), 1) * 255)
        .toString(16)
        .padStart(2, '0')
    return `#${parts.map(byte).join('')}`
  }
  const known = new Map<string, string>()
  return (token) => {
    const colour = known.get(token) ?? read(token)
    known.set(token, colour)
    return colour
  }
}
