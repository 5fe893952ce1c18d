// Ids of form submissions. The server recognises a repeated submission after a lost response.

/** A random UUID (version 4). `crypto.randomUUID` works over HTTPS only; this works everywhere. */
export const createId = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  // RFC 9562 fixes the version (4) and the variant (binary 10).
  const hex = Array.from(bytes, (byte, index) => {
    const fixed = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte
    return fixed.toString(16).padStart(2, '0')
  }).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
