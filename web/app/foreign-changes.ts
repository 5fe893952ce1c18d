// Lets React work on a page that something else has changed. The translation of a browser replaces every text by <font>
// elements. React then moves or removes a text that is no longer where it left it, which throws, and writes into texts that
// nobody sees. docs/decisions/0107-translated-pages.md

const isFont = (node: Node | null): node is Element => node instanceof Element && node.tagName === 'FONT'

/**
 * Watches which <font> takes the place of which text. What React does to the text happens to the <font>, and a text that
 * React changes comes back to its place, to be translated again. It must run before React changes anything.
 */
export const surviveForeignChanges = (): void => {
  const fonts = new WeakMap<Node, Element>()
  // Each is called with its node as `this`.
  // oxlint-disable-next-line typescript/unbound-method
  const { insertBefore, removeChild } = Node.prototype

  const handleChange = ({ type, target, addedNodes, removedNodes, previousSibling, nextSibling }: MutationRecord) => {
    if (type === 'characterData') {
      const font = fonts.get(target)
      if (font?.isConnected && target instanceof Text && !target.isConnected) font.replaceWith(target)
      return
    }
    for (const text of removedNodes) {
      const font = [...addedNodes, previousSibling, nextSibling].find(isFont)
      if (!(text instanceof Text) || text.isConnected || !font) continue
      fonts.set(text, font)
      observer.observe(text, { characterData: true })
    }
  }
  const observer = new MutationObserver((records) => records.forEach(handleChange))
  observer.observe(document, { childList: true, subtree: true })
  const catchUp = () => observer.takeRecords().forEach(handleChange)

  /** The child itself, or the <font> in its place; null when neither is there. */
  const findChild = (parent: Node, child: Node): Node | null => {
    if (child.parentNode === parent) return child
    catchUp()
    const font = fonts.get(child)
    return font?.parentNode === parent ? font : null
  }
  /** A text that React puts elsewhere takes its <font> away. */
  const removeFont = (node: Node) => {
    catchUp()
    if (!node.isConnected) fonts.get(node)?.remove()
  }

  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    const found = findChild(this, child)
    if (found) removeChild.call(this, found)
    return child
  }
  Node.prototype.insertBefore = function <Child extends Node>(this: Node, node: Child, before: Node | null): Child {
    const found = before && findChild(this, before)
    if (node instanceof Text) removeFont(node)
    insertBefore.call(this, node, found)
    return node
  }
  Node.prototype.appendChild = function <Child extends Node>(this: Node, node: Child): Child {
    return this.insertBefore(node, null)
  }
}
