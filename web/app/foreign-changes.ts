// Lets React work on a page that something else has changed. The translation of a browser replaces every text by <font>
// elements, and extensions put texts into elements of their own. React then moves or removes a text that is no longer where it
// left it, which throws, and writes into texts that nobody sees. docs/decisions/0107-translated-pages.md

/**
 * Watches what takes the place of which text. What React does to the text happens to what is there instead, and a text that
 * React changes comes back to its place, to be translated again. It must run before React changes anything.
 */
export const surviveForeignChanges = (): void => {
  const foreign = new WeakSet<Node>()
  const isForeign = (node: Node | null): node is ChildNode =>
    node !== null && (foreign.has(node) || node.nodeName === 'FONT')
  /** What stands in the place of a text, or of what had taken its place. */
  const replacements = new WeakMap<Node, ChildNode[]>()
  // Each is called with its node as `this`.
  // oxlint-disable-next-line typescript/unbound-method
  const { insertBefore, removeChild } = Node.prototype

  /** What the page shows for a text: the text itself, or what is there instead. */
  const findShown = (node: Node): ChildNode[] =>
    (replacements.get(node) ?? []).flatMap((one) => (one.isConnected ? [one] : findShown(one)))

  const handleChange = ({ type, target, addedNodes, removedNodes, previousSibling, nextSibling }: MutationRecord) => {
    if (type === 'characterData') {
      const [first, ...others] = target.isConnected ? [] : findShown(target)
      for (const one of others) one.remove()
      if (target instanceof Text) first?.replaceWith(target)
      return
    }
    for (const node of addedNodes) foreign.add(node)
    for (const node of removedNodes) {
      if (node.isConnected || !(node instanceof Text || isForeign(node))) continue
      const instead = [...addedNodes, previousSibling, nextSibling].filter(isForeign)
      if (instead.length > 0) replacements.set(node, instead)
      if (node instanceof Text) observer.observe(node, { characterData: true })
    }
  }
  const observer = new MutationObserver((records) => records.forEach(handleChange))
  observer.observe(document, { childList: true, subtree: true })
  const catchUp = () => observer.takeRecords().forEach(handleChange)
  /** Makes a change of React's, which is not foreign. */
  const change = (run: () => void) => {
    run()
    observer.takeRecords()
  }

  /** The children of `parent` that show this one. */
  const findChildren = (parent: Node, child: Node): Node[] => {
    if (child.parentNode === parent) return [child]
    return (child.isConnected ? [child] : findShown(child)).flatMap((shown) => {
      let found: Node | null = shown
      while (found && found.parentNode !== parent) found = found.parentNode
      return found ?? []
    })
  }

  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    catchUp()
    const found = findChildren(this, child)
    change(() => found.forEach((one) => removeChild.call(this, one)))
    return child
  }
  Node.prototype.insertBefore = function <Child extends Node>(this: Node, node: Child, before: Node | null): Child {
    catchUp()
    const [found = null] = before ? findChildren(this, before) : []
    change(() => {
      // A text that React puts elsewhere takes along what stood in its place.
      if (!node.isConnected) for (const one of findShown(node)) one.remove()
      insertBefore.call(this, node, found)
    })
    return node
  }
  Node.prototype.appendChild = function <Child extends Node>(this: Node, node: Child): Child {
    return this.insertBefore(node, null)
  }
}
