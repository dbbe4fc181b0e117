import type { ReactElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

/** The colour of a token, as every program that opens a picture knows colours: `#2e7d32`. */
export type ColourOf = (token: string) => string

const TOKEN = /var\((--[\w-]+)\)/g

/** A picture as elements: drawn where it is not seen, so that nothing of the page goes along. */
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

/** A file that opens anywhere: its colours are written out, and it needs no style, class or font of the page. */
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

/** A token of src/styles.css on white ground, whatever the theme: pictures go into letters and slides. */
export const lightColours = (): ColourOf => {
  const probe = document.createElement('span')
  probe.className = 'on-paper'
  probe.hidden = true
  const read = (token: string): string => {
    document.body.append(probe)
    // The browser does the sum: tokens are in OKLCH, which few programs besides browsers know.
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
