// Pure. A sentence that a conversation adds to the description of a bike. It comes with the navigation and not in the address, so
// that no link writes into a seller's form.

/** The sentence of the navigation's state; empty without one. */
export const readAddition = (state: unknown): string => {
  const text: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'addToDescription') : undefined
  return typeof text === 'string' ? text : ''
}

/** The bike with the sentence in the last line of its description, once. */
export const addToDescription = <Bike extends { description: string | null }>(bike: Bike, addition: string): Bike => {
  const description = bike.description ?? ''
  if (description.includes(addition)) return bike
  return { ...bike, description: description === '' ? addition : `${description}\n${addition}` }
}
