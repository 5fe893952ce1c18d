/** A sentence with the name of a bike or a number in it, which the browser's translation leaves as it is. */
export const SentenceWithName = ({ text, name }: { text: string; name: string }) => {
  const start = text.indexOf(name)
  if (name === '' || start === -1) return text
  return (
    // One element: the parts of a row or a column lose the spaces between them.
    <span>
      {text.slice(0, start)}
      <span translate="no">{name}</span>
      {text.slice(start + name.length)}
    </span>
  )
}
