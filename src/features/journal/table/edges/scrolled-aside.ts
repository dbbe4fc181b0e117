/** Widths in pixels as they are drawn. */
export const drawnWidths = (edges: Element): number[] =>
  getComputedStyle(edges).gridTemplateColumns.split(' ').map(Number.parseFloat)

/** Marks the box as scrolled and clips handles over the sticky column. */
export const noteScroll = (box: HTMLElement) => {
  const { scrollLeft } = box
  const isAside = scrollLeft > 0
  const edges = box.querySelector<HTMLElement>('[data-edges]')
  box.toggleAttribute('data-aside', isAside)
  if (edges && (isAside || edges.style.clipPath))
    edges.style.clipPath = isAside ? `inset(0 0 -48px ${scrollLeft + (drawnWidths(edges)[0] ?? 0)}px)` : ''
}
