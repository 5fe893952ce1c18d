// An id that a form gives to what it sends, so that the shop knows it again when the answer was lost.

/** A new random UUID. The browser's own maker is there over https alone; this one is everywhere. */
export const createId = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  // What RFC 9562 fixes in a random one: version 4, variant 10.
  const hex = Array.from(bytes, (byte, index) => {
    const fixed = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte
    return fixed.toString(16).padStart(2, '0')
  }).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
