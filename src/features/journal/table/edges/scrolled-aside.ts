/** Widths in pixels as they are drawn. */
export const drawnWidths = (edges: Element): number[] =>
  getComputedStyle(edges).gridTemplateColumns.split(' ').map(Number.parseFloat)

/** Tells the box that it is scrolled sideways; edges that would lie over the first column, which stays, are cut off. */
export const noteScroll = (box: HTMLElement) => {
  const { scrollLeft } = box
  const isAside = scrollLeft > 0
  const edges = box.querySelector<HTMLElement>('[data-edges]')
  box.toggleAttribute('data-aside', isAside)
  if (edges && (isAside || edges.style.clipPath))
    edges.style.clipPath = isAside ? `inset(0 0 -48px ${scrollLeft + (drawnWidths(edges)[0] ?? 0)}px)` : ''
}
