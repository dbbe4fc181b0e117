/* Browser extensions and translators move nodes, which breaks React's removals. */

let isTolerant = false

export const tolerateForeignChanges = (): void => {
  if (isTolerant) return
  isTolerant = true
  // oxlint-disable-next-line typescript/unbound-method -- Called with the node below.
  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function removeWherever<T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T
    child.parentNode?.removeChild(child)
    return child
  }
  Node.prototype.insertBefore = function insertBeforeOrLast<T extends Node>(
    this: Node,
    node: T,
    before: Node | null,
  ): T {
    return insertBefore.call(this, node, before?.parentNode === this ? before : null) as T
  }
}
