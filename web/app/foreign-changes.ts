// Lets React work on a page that something else has changed. The translation of a browser replaces every text by <font>
// elements, and extensions put texts into elements of their own. React then moves or removes a text that is no longer where it
// left it, which throws, and writes into texts that nobody sees. docs/decisions/0107-translated-pages.md

/**
 * Watches what takes the place of which text. What React does to the text happens to what is there instead, and a text that
 * React changes comes back to its place, to be translated again. It must run before React changes anything.
 */
export const surviveForeignChanges = (): void => {
  /** What stands in the place of a text, or of what had taken its place. */
  const replacements = new WeakMap<Node, Node[]>()
  // Each is called with its node as `this`.
  // oxlint-disable-next-line typescript/unbound-method
  const { insertBefore, removeChild } = Node.prototype

  const isShown = (node: Node): node is ChildNode => node.isConnected
  /** What the page shows for a node: itself, or what is there instead. */
  const findShown = (node: Node): ChildNode[] =>
    isShown(node) ? [node] : (replacements.get(node) ?? []).flatMap(findShown)

  const handleChange = ({ type, target, addedNodes, removedNodes, previousSibling, nextSibling }: MutationRecord) => {
    if (type === 'characterData' && !target.isConnected)
      // The last one keeps the text, and the others are gone.
      for (const one of findShown(target)) one.replaceWith(target)
    for (const node of removedNodes) {
      if (node.isConnected) continue
      // A <font> may have been put beside a text before.
      const beside = [previousSibling, nextSibling].find((one) => node instanceof Text && one?.nodeName === 'FONT')
      replacements.set(node, beside && addedNodes.length === 0 ? [beside] : [...addedNodes])
      observer.observe(node, { characterData: true })
    }
  }
  const observer = new MutationObserver((records) => records.forEach(handleChange))
  observer.observe(document, { childList: true, subtree: true })
  const catchUp = () => observer.takeRecords().forEach(handleChange)

  /** The children of `parent` that show this one. */
  const findChildren = (parent: Node, child: Node): Node[] => {
    if (child.parentNode === parent) return [child]
    catchUp()
    return findShown(child).flatMap((shown: Node | null) => {
      while (shown && shown.parentNode !== parent) shown = shown.parentNode
      return shown ?? []
    })
  }

  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    for (const one of findChildren(this, child)) removeChild.call(this, one)
    return child
  }
  Node.prototype.insertBefore = function <Child extends Node>(this: Node, node: Child, before: Node | null): Child {
    const [found = null] = before ? findChildren(this, before) : []
    catchUp()
    // A text that React puts elsewhere takes along what stood in its place.
    if (!node.isConnected) for (const one of findShown(node)) one.remove()
    insertBefore.call(this, node, found)
    return node
  }
  Node.prototype.appendChild = function <Child extends Node>(this: Node, node: Child): Child {
    return this.insertBefore(node, null)
  }
}
