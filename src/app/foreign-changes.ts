/*
 * Extensions and translators move the page's nodes about. React takes away what it has put in by asking the parent that it
 * knows, and the whole page would break over one node that is elsewhere by now.
 */

let isTolerant = false

/** From now on a node that is not where it was put is taken from where it is, and goes to the end of where it belongs. */
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
